const WIDTH_POINTS = 204
const HEIGHT_POINTS = 567
const TEXT_LINES = 40
const IMAGE_DOTS = 64

/**
 * A small receipt-like page, drawn once when the worker starts so that the first real paper is not the slow one: text
 * in two fonts of the package, lines, and an image as wide as a stamp.
 */
export function warmUpPdf(): Uint8Array {
  const content = pageContent()
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH_POINTS} ${HEIGHT_POINTS}]/Contents 4 0 R` +
      '/Resources<</Font<</A 5 0 R/B 6 0 R>>/XObject<</I 7 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>',
    imageObject(),
  ]
  let pdf = '%PDF-1.7\n'
  const offsets = objects.map((body, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const xref = pdf.length
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  pdf += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${xref}\n%%EOF\n`
  return Uint8Array.from(pdf, (character) => character.charCodeAt(0))
}

function pageContent(): string {
  const lines: string[] = []
  for (let line = 0; line < TEXT_LINES; line += 1) {
    const font = line % 5 === 0 ? 'B' : 'A'
    const shown = `Producto ${line} ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz $0123456789.-:;`
    lines.push(`BT /${font} 8 Tf 6 ${HEIGHT_POINTS - 14 - line * 9} Td (${shown}) Tj ET`)
  }
  lines.push('6 190 m 198 190 l 0.7 w S', 'q 190 0 0 90 7 60 cm /I Do Q')
  return lines.join('\n')
}

function imageObject(): string {
  const data = Array.from({ length: IMAGE_DOTS * IMAGE_DOTS / 8 }, (_, index) =>
    ((index * 73) % 256).toString(16).padStart(2, '0')).join('')
  return `<</Type/XObject/Subtype/Image/Width ${IMAGE_DOTS}/Height ${IMAGE_DOTS}/ColorSpace/DeviceGray` +
    `/BitsPerComponent 1/Filter/ASCIIHexDecode/Length ${data.length + 1}>>stream\n${data}>\nendstream`
}
