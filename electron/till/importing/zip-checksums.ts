/** What a zip says its entries sum up to, by name: read from its directory, as fflate reads it. */

const [END, END_64, PLACE_OF_END_64, ENTRY] = [0x06054b50, 0x06064b50, 0x07064b50, 0x02014b50]
const [END_BYTES, ENTRY_BYTES] = [22, 46]

/** CRC-32s. Throws a RangeError where the directory is cut; whoever unzips refuses it anyway. */
export function zipChecksums(bytes: Uint8Array): ReadonlyMap<string, number> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sums = new Map<string, number>()
  let { count, place } = directoryOf(file)
  for (; count > 0 && file.readUInt32LE(place) === ENTRY; count -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((at) => file.readUInt16LE(place + at))
    const nameAt = place + ENTRY_BYTES
    const nameEnd = nameAt + (name ?? 0)
    sums.set(file.toString('latin1', nameAt, nameEnd), file.readUInt32LE(place + 16))
    place = nameEnd + (extra ?? 0) + (comment ?? 0)
  }
  return sums
}

function directoryOf(file: Buffer): { count: number; place: number } {
  let end = file.length - END_BYTES
  while (file.readUInt32LE(end) !== END) end -= 1
  const isLarge = end >= 20 && file.readUInt32LE(end - 20) === PLACE_OF_END_64
  const large = isLarge ? file.readUInt32LE(end - 12) : null
  return large !== null && file.readUInt32LE(large) === END_64
    ? { count: file.readUInt32LE(large + 32), place: file.readUInt32LE(large + 48) }
    : { count: file.readUInt16LE(end + 8), place: file.readUInt32LE(end + 16) }
}
