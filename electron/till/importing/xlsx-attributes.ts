/** Attributes of the tags of an XLSX: between either quotes, after any white space. */

const form = (name: string) => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
const ATTRIBUTES = {
  Id: form('Id'),
  Target: form('Target'),
  // Most programs call it `r:id`; the prefix is theirs to choose.
  'r:id': form('\\w+:id'),
  state: form('state'),
  r: form('r'),
  s: form('s'),
  t: form('t'),
  numFmtId: form('numFmtId'),
  formatCode: form('formatCode'),
  date1904: form('date1904'),
}

export function attribute(tag: string, name: keyof typeof ATTRIBUTES): string | null {
  const found = ATTRIBUTES[name].exec(tag)
  return found?.[1] ?? found?.[2] ?? null
}
