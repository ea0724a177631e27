/**
 * The receipt e-mail as HTML: tables and inline styles, for mail programs that know no more. It
 * brings no colours: letters are as light or dark as whoever shows it has them, so nothing is
 * unreadable in the dark. Only the logo has a ground of its own, the white it was drawn for.
 */
import type { PictureSize } from '../core/picture-size.ts'
import { htmlText } from '../text/html-text.ts'

/** The logo's part, by which the HTML names it. */
export const LOGO_CID = 'logo@meson'

export interface MailedLogo extends PictureSize {
  readonly type: 'image/png' | 'image/jpeg'
  readonly bytes: Uint8Array
}

/** The e-mail as it is said, whoever shows it: label and value, one line each. */
export interface SaidReceipt {
  readonly subject: string
  readonly shopName: string
  readonly shopFacts: string
  /** Empty for a document that nobody is thanked for. */
  readonly thanks: string
  readonly total: string
  /** Empty where nothing was saved. */
  readonly saved: string
  /** Which document this is, what it is worth, and where it is. */
  readonly document: readonly string[]
  readonly lines: readonly Said[]
  readonly amounts: readonly Said[]
  readonly foot: string
}

export interface Said {
  readonly label: string
  readonly value: string
}

/** Room on a phone of 320 points, in points. */
const LOGO_BOX = { width: 200, height: 80 } as const
/** A total with more signs is written smaller. */
const LARGE_TOTAL_CHARS_MAX = 12
const WIDTH_POINTS = 560
const TABLE = 'role="presentation" border="0" cellpadding="0" cellspacing="0" width="100%"'
/** Mid grey: seen on white and on black. */
const RULE = 'border-top:1px solid #888888;'

export function receiptHtml(said: SaidReceipt, logo: MailedLogo | null): string {
  const { shopName, shopFacts, thanks, total, saved, document, lines, amounts, foot } = said
  const [title = '', ...about] = document
  const totalPoints = total.length > LARGE_TOTAL_CHARS_MAX ? 26 : 40
  const rows = [
    ...(logo === null ? [] : [row(picture(logo, shopName))]),
    row(htmlText(shopName), 'font-size:20px;font-weight:bold;'),
    ...(thanks === '' ? [] : [row(htmlText(thanks))]),
    row('Total', 'padding-top:16px;'),
    row(htmlText(total), `font-size:${totalPoints}px;line-height:1.15;font-weight:bold;`),
    ...(saved === '' ? [] : [row(htmlText(saved), 'font-size:18px;font-weight:bold;')]),
    row(htmlText(title), 'padding-top:16px;font-weight:bold;'),
    ...about.map((text) => row(htmlText(text))),
    ...[lines, amounts].flatMap((pairs) =>
      pairs.length === 0 ? [] : [row(pairTable(pairs), 'padding-top:16px;')],
    ),
    row(htmlText(shopFacts), 'padding-top:16px;font-size:14px;'),
    row(htmlText(foot), 'font-size:14px;'),
  ]
  return framed(htmlText(said.subject), rows.join('\n'))
}

/** Outlook's Word knows no `max-width` and fills its window, as it does with a letter. */
function framed(title: string, rows: string): string {
  return `<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title></head>
<body style="margin:0;padding:0;">
<table ${TABLE}><tr><td align="center" style="padding:16px;">
<table ${TABLE} style="max-width:${WIDTH_POINTS}px;table-layout:fixed;">
${rows}
</table>
</td></tr></table>
</body></html>
`
}

const TEXT = 'font-family:Arial,Helvetica,sans-serif;line-height:1.4;word-break:break-word;'
const SIZE = 'font-size:16px;'

/** `style` comes last, so that it counts. */
const cell = (inside: string, style: string, attributes = 'align="left"') =>
  `<td ${attributes} style="${TEXT}${SIZE}${style}">${inside}</td>`
const row = (inside: string, style = '') => `<tr>${cell(inside, style)}</tr>`

/** Of a figure in Arial. */
const DIGIT_POINTS = 10

function pairTable(pairs: readonly Said[]): string {
  const widest = Math.max(...pairs.map(({ value }) => value.length))
  const sum = `align="right" valign="top" width="${widest * DIGIT_POINTS}"`
  const rows = pairs.map(({ label, value }) => {
    const edge = `${RULE}padding:6px 0;`
    return `<tr>${cell(htmlText(label), edge)}${cell(htmlText(value), `${edge}white-space:nowrap;`, sum)}</tr>`
  })
  return `<table ${TABLE} style="table-layout:fixed;">\n${rows.join('\n')}\n</table>`
}

/** Its size stands in attributes: Outlook reads no other. */
function picture({ width, height }: MailedLogo, shopName: string): string {
  const scale = Math.min(1, LOGO_BOX.width / width, LOGO_BOX.height / height)
  const points = (side: number) => Math.max(1, Math.round(side * scale))
  return `<table role="presentation" border="0" cellpadding="8" cellspacing="0"><tr><td bgcolor="#ffffff"><img src="cid:${LOGO_CID}" width="${points(width)}" height="${points(height)}" alt="${htmlText(shopName)}" style="display:block;border:0;color:#000000;"></td></tr></table>`
}
