"""All inputs of the table: one scan and one debounce for every contact at once.

`poll()` is called every tick.  While nothing moves it is one read and one comparison of bytes.  While
something does, each byte runs eight counters side by side ("vertical": bit k of `_ones`, `_twos` and
`_fours` is input k's count), so an input costs no more than its byte.

Sentinels are bits wired to a fixed level.  When one reads wrong, the chain is cut, shorted or shifted,
and nothing that it says is believed: the inputs keep their state until as many good scans in a row have
come as make a change.  That rule, and the silence about the first image, must never change: without
them a loose plug would place bets and press keys.
"""

from table_core.limits import TICK_MS

SCANS_MAX = 7  # what three counter bits can count to
BLIND_SCANS = 20  # 0.1 s: so long the start waits for a chain that is at fault
SENTINELS = {"sentinel high": 0xFF, "sentinel low": 0x00}
SPARE = "spare"


def mask_of(place: int) -> int:
    """The bit of an input in its byte `place >> 3`: the chain shifts bit 7 out first."""
    return 0x80 >> (place & 7)


class InputChain:
    """What is read by the parts, one byte for each chip, bits as in the chain:

    stable: 1 where an input is active; 0 for sentinels and spares
    changed: 1 where an input changed in this very poll
    any_changed: whether there is any such bit
    unrest: 1 where a scan has differed from the debounced level since InputHealth last took it
    fault: whether the sentinels are wrong, or were a debounce ago
    moving: 1 where the last scan differed from what is debounced
    has_image: whether the first image has come: before it nothing here means anything
    settled: whether the debounce at start is over, or waited for in vain
    is_still: whether no input is moving, changing or being waited for
    first_image: in this poll the first image came, late: its changes are no one's doing
    """

    def __init__(self, chip, names: list, active_low: bool, debounce_ms: int) -> None:
        size = len(names) // 8
        self._chip = chip
        self._scans = debounce_ms // TICK_MS
        self._not_ones = 0 if self._scans & 1 else 0xFF  # the bits in which `_scans` differs from 0b111
        self._not_twos = 0 if self._scans & 2 else 0xFF
        self._not_fours = 0 if self._scans & 4 else 0xFF
        self._sample = chip.sample
        self._wire = bytearray(size)  # the debounced levels on the wire, spares and sentinels included
        self._inputs = bytearray(size)  # 1 for an input with a meaning
        self._sentinels = bytearray(size)  # 1 for a sentinel
        self._read_names(names, 0xFF if active_low else 0)
        self._guarded = bytes([i for i in range(size) if self._sentinels[i]])
        self.moving = bytearray(size)  # where the last scan differed: only there counters are not 0
        self._ones = bytearray(size)
        self._twos = bytearray(size)
        self._fours = bytearray(size)
        self.is_still = False
        self._good = 0  # good scans in a row, while `fault` or before the first image
        self._waited = 0
        self.has_image = False
        self.stable = bytearray(size)
        self.changed = bytearray(size)
        self.unrest = bytearray(size)
        self.any_changed = False
        self.fault = False
        self.settled = False
        self.first_image = False

    def _read_names(self, names: list, rest: int) -> None:
        for place in range(len(names)):
            i = place >> 3
            mask = mask_of(place)
            level = SENTINELS.get(names[place])
            if level is not None:
                self._sentinels[i] |= mask
                self._wire[i] |= mask & level
            else:
                self._wire[i] |= mask & rest
                if names[place] != SPARE:
                    self._inputs[i] |= mask

    def is_active(self, place: int) -> bool:
        return self.stable[place >> 3] & mask_of(place) != 0

    def poll(self) -> None:
        self._chip.read()
        if self.is_still and self._sample == self._wire:
            return
        self._follow()

    def _follow(self) -> None:
        self.is_still = False
        self.first_image = False
        if self.any_changed:
            self._forget_changes()
        if self._is_shifted():
            self._freeze()
        elif self.fault:
            self._good += 1
            if self._good == self._scans:
                self.fault = False
                self._good = 0
        elif self.has_image:
            self.is_still = not self._count() and not self.any_changed
        else:
            self._take_image()
        if not self.settled:
            self._waited += 1
            self.settled = self.has_image or self._waited >= BLIND_SCANS

    def _is_shifted(self) -> bool:
        sample = self._sample
        for i in self._guarded:
            if (sample[i] ^ self._wire[i]) & self._sentinels[i]:
                return True
        return False

    def _freeze(self) -> None:
        self.fault = True
        self._good = 0
        for i in range(len(self.moving)):
            self.moving[i] = self._ones[i] = self._twos[i] = self._fours[i] = 0

    def _take_image(self) -> None:
        """Before the first image: what is active in all of the first scans was so at power-up."""
        self._count()
        self._good += 1
        if self._good < self._scans:
            return
        self.has_image = True
        self.first_image = self.settled
        if not self.settled:
            self._forget_changes()

    def _forget_changes(self) -> None:
        self.any_changed = False
        for i in range(len(self.changed)):
            self.changed[i] = 0

    def _count(self) -> bool:
        """Counts each input's scans in a row that differ from its state; returns whether any differed."""
        sample = self._sample
        wire = self._wire
        moving = self.moving
        ones = self._ones
        twos = self._twos
        fours = self._fours
        any_moving = False
        for i in range(len(sample)):
            differs = sample[i] ^ wire[i]
            if differs:
                any_moving = True
                one = ones[i]
                two = twos[i]
                ones[i] = ~one & differs
                twos[i] = (two ^ one) & differs
                fours[i] = (fours[i] ^ (two & one)) & differs
                full = (ones[i] ^ self._not_ones) & (twos[i] ^ self._not_twos) & (fours[i] ^ self._not_fours)
                if differs != moving[i]:
                    moving[i] = differs
                    self.unrest[i] |= differs
                if full:
                    self._change(i, full)
            elif moving[i]:
                moving[i] = ones[i] = twos[i] = fours[i] = 0
        return any_moving

    def _change(self, i: int, full: int) -> None:
        """Turns the inputs `full` of byte i over, and starts their counters anew."""
        self._wire[i] ^= full
        self._ones[i] &= ~full
        self._twos[i] &= ~full
        self._fours[i] &= ~full
        full &= self._inputs[i]
        if full:
            self.stable[i] ^= full
            self.changed[i] = full
            self.any_changed = True
