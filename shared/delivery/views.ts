/** Receipts by e-mail: what a screen may ask, and what it is told. */
import { z } from 'zod'
import { typedText } from '../text/typed-text.ts'
import type { EpochMs } from '../core/brand.ts'
import type { RefusalCode } from '../languages/refusals.ts'
import { MAIL_WORDS, type MailState } from './mail-moves.ts'
import { MAIL_SECRET_CHARS_MAX, smtpAccountSchema, type SmtpAccount } from './smtp-account.ts'
import type { MailTrouble } from './mail-trouble.ts'
import { saleIdSchema } from '../text/input-schemas.ts'

export interface MailView {
  readonly mailId: string
  /** Empty once it was erased, or its time was over. */
  readonly address: string
  readonly state: MailState
  readonly isAutomatic: boolean
  /** Why it waits or did not go; a refusal code. */
  readonly trouble: MailTrouble | null
  readonly tries: number
  readonly createdAt: EpochMs
  readonly finishedAt: EpochMs | null
}

/** E-mails of one sale, and what another would begin with. */
export interface SaleMails {
  /** The shop has an account, and this sale a document. */
  readonly canMail: boolean
  /** Why not; null where it can. */
  readonly problem: RefusalCode | null
  /** Of the account, for its troubles. */
  readonly host: string
  /** The customer's own address; empty where none is known. */
  readonly suggested: string
  readonly mails: readonly MailView[]
}

export const mailReceiptInput = z.object({ saleId: saleIdSchema, address: typedText().max(320) })
export const mailWordInput = z.object({ mailId: typedText().max(40), word: z.enum(MAIL_WORDS) })

/** The account as the owner sees it; its password goes one way only. */
export interface MailAccountView {
  /** Null while nothing is set up. */
  readonly account: SmtpAccount | null
  readonly hasPassword: boolean
  readonly isPractice: boolean
  readonly waitingCount: number
  readonly failedCount: number
  /** What keeps the whole line; null when it goes. */
  readonly trouble: MailTrouble | null
}

export const saveMailAccountInput = z.object({
  /** Null: no e-mails any more; the password goes too. */
  account: smtpAccountSchema.nullable(),
  /** Left out: as it was, where server and user are the same. */
  password: z.string().max(MAIL_SECRET_CHARS_MAX).optional(),
})
export const testMailInput = z.object({ to: typedText().max(320) })
