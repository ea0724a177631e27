/** XML as the reader of an XLSX takes it: without comments, and CDATA as any other text. */
import { ImportRefused } from '#shared/importing/import-refused.ts'

const [COMMENT, KEPT] = ['<!--', '<![CDATA[']
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** One walk; what begins and never ends is a file that lost its end. */
export function plainXml(xml: string): string {
  if (!xml.includes('<!')) return xml
  const opening = /<!--|<!\[CDATA\[/g
  let plain = ''
  let from = 0
  for (let found = opening.exec(xml); found !== null; found = opening.exec(xml)) {
    const isComment = found[0] === COMMENT
    const start = found.index + (isComment ? COMMENT : KEPT).length
    const close = isComment ? '-->' : ']]>'
    const end = xml.indexOf(close, start)
    if (end === -1) throw new ImportRefused('IMPORT_NOT_A_TABLE')
    plain += xml.slice(from, found.index)
    if (!isComment) plain += xml.slice(start, end).replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? '')
    from = end + close.length
    opening.lastIndex = from
  }
  return plain + xml.slice(from)
}
