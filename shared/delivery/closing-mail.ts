/** What the owner is written when a shift was closed: the Z in words, beside its paper. */
import type { ReportPaper } from '../paper/report-layout.ts'
import type { LabelledText } from '../paper/paper-model.ts'
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'
import { isMailAddress, mailName } from './address.ts'
import type { MailText } from './receipt-mail.ts'

/** To whom the Z of a closed shift goes by itself. */
export interface ClosingMail {
  readonly isOn: boolean
  readonly to: string
}

/** Off, until the owner says where to. */
export const NO_CLOSING_MAIL: ClosingMail = { isOn: false, to: '' }

/** An address may be kept while it is off, and nothing goes to one that is none. */
export function checkClosingMail(typed: ClosingMail): Result<ClosingMail, Refusal> {
  const to = typed.to.trim()
  const isMissing = to === '' && !typed.isOn
  return isMissing || isMailAddress(to)
    ? ok({ isOn: typed.isOn, to })
    : refuse(refusal('EMAIL_NOT_VALID', 'closingMail'))
}

/** The Z, and below it what was sold on its days; null where that could not be read. */
export function closingMailText(z: ReportPaper, sold: ReportPaper | null): MailText {
  const shopName = mailName(z.shopName)
  return {
    subject: mailName(`${z.title} de ${shopName}`),
    text: [
      `${z.title} de ${shopName}, R.U.T.: ${z.shopRut}`,
      ...inWords(z),
      '',
      '',
      ...(sold === null
        ? ['No se pudo leer el informe de ventas; está en Informes.']
        : [`${sold.heading}: ${sold.title}`, ...inWords(sold)]),
      '',
      'Va también en los archivos PDF adjuntos. Lo envía la caja al cerrar cada turno;',
      'se cambia en Ajustes, Turnos.',
      '',
    ].join('\n'),
    html: null,
  }
}

function inWords({ about, sections }: ReportPaper): readonly string[] {
  const line = ({ label, value }: LabelledText) => (value === '' ? label : `${label}: ${value}`)
  return [
    ...about.map(line),
    ...sections.flatMap(({ title, rows, remark = '' }) => [
      '',
      title,
      ...rows.map((row) => `  ${line(row)}`),
      ...(remark === '' ? [] : [remark]),
    ]),
  ]
}
