"""How the page looks, on a screen and on paper of A4 or Letter.

No size of paper is named, so the printer's own counts; measures fit the narrower and the shorter of both.
A picture, a row and a payout record are never broken over two pages.
"""

from host_tools.wiring.drawing import FONT, INK

STYLE = f"""
@page {{ margin: 14mm 13mm 16mm;
  @bottom-right {{ content: "page " counter(page) " of " counter(pages); font: 7.5pt {FONT} }} }}
* {{ box-sizing: border-box; print-color-adjust: exact; -webkit-print-color-adjust: exact }}
body {{ font: 9pt/1.35 {FONT}; color: {INK}; background: #fff; max-width: 184mm; margin: 0 auto }}
h1 {{ font-size: 19pt; margin: 0 0 1mm }}
h2 {{ font-size: 14pt; margin: 7mm 0 2mm; border-bottom: .5mm solid {INK}; padding-bottom: 1mm }}
h3 {{ font-size: 10.5pt; margin: 5mm 0 1.5mm }}
h1, h2, h3 {{ break-after: avoid }}
h1 small, h2 small {{ font-size: 9pt; font-weight: normal; color: #444 }}
p {{ margin: 0 0 2mm; orphans: 3; widows: 3 }}
ul {{ margin: 0; padding-left: 4.5mm }}
code, td.h, td.code {{ font-family: "DejaVu Sans Mono", "Liberation Mono", monospace; font-size: .84em }}
code {{ overflow-wrap: anywhere }}
table {{ border-collapse: collapse; width: 100%; font-size: 7.6pt; line-height: 1.25 }}
th {{ text-align: left; font-weight: bold; vertical-align: bottom; border-bottom: .3mm solid {INK} }}
th, td {{ padding: .7mm 1mm; vertical-align: top; overflow-wrap: break-word }}
td {{ border-bottom: .1mm solid #bbb }}
.n {{ text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }}
thead {{ display: table-header-group }}
tr, figure, .legend, .timeline, .curve, .payout, .verdict {{ break-inside: avoid }}
.facts {{ font-size: 8.5pt }}
.facts th {{ width: 46mm; border-bottom: .1mm solid #bbb }}
.facts th {{ font-weight: normal; color: #444; vertical-align: top }}
.verdict {{ padding: 2.5mm 3mm; margin: 3mm 0; border: .5mm solid {INK} }}
.verdict b {{ margin-right: 2mm }}
.verdict.proved {{ border: 1.2mm double {INK} }}
.verdict.partly, .verdict.unchecked {{ border: .6mm dashed {INK} }}
.verdict.key, .verdict.wrong {{ border: 1.4mm solid {INK}; background: #fbe9e7 }}
.wrong {{ font-weight: bold }}
.verdict.wrong {{ font-weight: normal }}
.proof {{ display: grid; grid-template-columns: 1fr 1fr; gap: 6mm; font-size: 8pt }}
.legend {{ list-style: none; padding: 0; columns: 2; font-size: 8pt; margin-bottom: 2mm }}
.legend li {{ display: flex; align-items: center; gap: 2mm; break-inside: avoid }}
.mark {{ width: 7mm; height: 7mm; flex: none }}
svg {{ display: block; font-family: {FONT}; fill: {INK} }}
.timeline, .curve {{ width: 100%; margin: 1mm 0 3mm }}
.felts {{ display: grid; grid-template-columns: repeat(3, 1fr); gap: 2mm 4mm }}
figure {{ margin: 0 }}
.felt {{ width: 100% }}
figcaption {{ font-size: 7.4pt; line-height: 1.25; margin-top: .7mm }}
.c {{ white-space: pre }}
.wins td:nth-child(2) {{ min-width: 31mm }}
.wins td:nth-child(4) {{ min-width: 23mm }}
.log ~ .log, .log.many ~ .round, .payout {{ break-before: page }}
.payout .facts {{ font-size: 9pt }}
.payout .line {{ height: 9mm; border-bottom: .25mm solid {INK}; vertical-align: bottom; color: #444 }}
.hidden {{ position: absolute; width: 0; height: 0 }}
@media screen {{ body {{ padding: 8mm; max-width: 200mm }} }}
"""
