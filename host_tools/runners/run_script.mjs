// Runs a Python script under MicroPython's WebAssembly port, which has a board's 32-bit object layout.
//
// One argument: a JSON text with `port` (the port's folder), `script`, `args`, `path`, `mounts`
// ([[folder or file here, place there], ...], copied, so that nothing here is ever changed), `ticks`
// and `heap_bytes`. With ticks > 0 the script's function tick(n) is called that often from here: the
// heap is collected only when control returns, so within one call nothing is, and what
// gc.mem_alloc() grows by is exactly what was allocated. A tick that returns True ends it early; a
// function done(), where there is one, is called last.

import { readdirSync, readFileSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const order = JSON.parse(process.argv[2]);

// Characters come one at a time; they are written a line at a time.
function lineWriter(file) {
  let bytes = [];
  const flush = () => {
    for (let rest = Buffer.from(bytes); rest.length > 0; ) {
      rest = rest.subarray(writeSync(file, rest));
    }
    bytes = [];
  };
  const write = (data) => {
    for (const byte of data) {
      bytes.push(byte);
      if (byte === 10 || bytes.length >= 4096) flush();
    }
  };
  return { write, flush };
}

function mount(FS, here, there) {
  if (!statSync(here).isDirectory()) {
    FS.mkdirTree(there.slice(0, there.lastIndexOf("/")) || "/");
    FS.writeFile(there, readFileSync(here));
    return;
  }
  FS.mkdirTree(there);
  for (const name of readdirSync(here)) {
    if (name !== "__pycache__") mount(FS, join(here, name), `${there}/${name}`);
  }
}

// The status that sys.exit(...) asks for; an error's text goes to standard error.
function statusOf(error) {
  if (error.name !== "PythonError") throw error;
  if (error.type === "SystemExit") {
    const code = error.message.trim().split("SystemExit:").pop().trim();
    if (code === "" || code === "None" || error.message.trim().endsWith("SystemExit")) return 0;
    if (/^-?\d+$/.test(code)) return Number(code) & 255;
    writeSync(2, `${code}\n`);
    return 1;
  }
  writeSync(2, `${error.message.trimEnd()}\n`);
  return 1;
}

async function main() {
  const { loadMicroPython } = await import(pathToFileURL(join(order.port, "micropython.mjs")));
  const out = lineWriter(1);
  const port = await loadMicroPython({
    heapsize: order.heap_bytes,
    linebuffer: false,
    stdout: out.write,
  });
  for (const [here, there] of order.mounts) mount(port.FS, here, there);
  const quoted = JSON.stringify; // a JSON text of strings is one in Python too
  let status = 0;
  try {
    port.runPython(
      `import sys\nsys.path[:] = ${quoted(order.path)}\nsys.argv[:] = ${quoted([order.script, ...order.args])}`,
    );
    port.runPython(readFileSync(order.script, "utf8"));
    runTicks(port);
  } catch (error) {
    status = statusOf(error);
  }
  out.flush();
  process.exit(status);
}

function runTicks(port) {
  if (order.ticks === 0) return;
  const tick = port.globals.get("tick");
  for (let n = 0; n < order.ticks; n++) {
    if (tick(n) === true) break;
  }
  const done = port.globals.get("done");
  if (done) done();
}

await main();
