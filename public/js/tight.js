// Opens what content/reference/tight.go packed, from a place of a buffer on: bits of ranks, ranks of letters, letters in the
// order of what follows them. public.go puts it behind the scripts that need it: the search and the worker.
self.oriflammeTight = (packed, from) => {
  'use strict';
  const view = new DataView(packed, from), bytes = new Uint8Array(packed, from), length = view.getUint32(0), first = view.getUint32(4);
  const zeroByRanks = 0, zeroByLetter = 1024, oneByRanks = 2048, oneByLetter = 2112, sizeByRank = 2368, bitsBySize = 2400;
  const fast = new Uint16Array(4448).fill(32768), slow = fast.slice(), recent = Uint8Array.from({ length: 256 }, (_, i) => i);
  let next = 12, code = view.getUint32(8), low = 0, high = 0xffffffff, ranks = 0, run = 0;
  function learn(bit, a) {
    if (bit) { fast[a] += (65535 - fast[a]) >> 4; slow[a] += (65535 - slow[a]) >> 7; }
    else { fast[a] -= fast[a] >> 4; slow[a] -= slow[a] >> 7; }
  }
  function bit(a, b) {
    const p = Math.min(Math.max((fast[a] + slow[a] + fast[b] + slow[b]) >> 2, 32), 65504), mid = low + Math.floor((high - low) * p / 65536);
    const is = code <= mid;
    if (is) high = mid; else low = mid + 1;
    while (((low ^ high) >>> 24) === 0) {
      low = low << 8 >>> 0;
      high = (high << 8 | 255) >>> 0;
      code = (code << 8 | (next < bytes.length ? bytes[next] : 0)) >>> 0;
      next++;
    }
    learn(is, a);
    if (a !== b) learn(is, b);
    return is;
  }
  function rank() {
    let n = 2, node = 1;
    for (let at; n < 8 && bit(at = sizeByRank + (ranks & 3) * 8 + n, at); n++);
    for (let k = n - 2; k >= 0; k--) { const at = bitsBySize + (n - 1) * 256 + node; node = node << 1 | bit(at, at); }
    return node;
  }
  const letters = new Uint8Array(length + 1), count = new Uint32Array(257);
  for (let i = 0; i <= length; i++) {
    if (i === first) continue;
    let r = 0;
    if (bit(zeroByRanks + ranks * 16 + Math.min(32 - Math.clz32(run), 15), zeroByLetter + recent[0] * 4 + Math.min(run, 3))) run++;
    else {
      run = 0;
      r = bit(oneByRanks + ranks, oneByLetter + recent[0]) ? 1 : rank();
    }
    ranks = (ranks << 2 | Math.min(r, 3)) & 63;
    const c = recent[r];
    if (r) recent.copyWithin(1, 0, r);
    recent[0] = letters[i] = c;
    count[c + 1]++;
  }
  // Where each letter stands in the alphabetical order is where it is with the one that follows before it.
  count[0] = 1;
  for (let c = 0; c < 256; c++) count[c + 1] += count[c];
  const before = new Uint32Array(length + 1), text = new Uint8Array(length);
  for (let i = 0; i <= length; i++) if (i !== first) before[i] = count[letters[i]]++;
  for (let at = length - 1, i = 0; at >= 0; i = before[i]) text[at--] = letters[i];
  return text;
};
