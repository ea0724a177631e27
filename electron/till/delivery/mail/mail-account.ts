/**
 * The shop's mail account: what of it may be seen lies among the settings, its password where the
 * service's key lies, together with what it is for. It is said to nobody else.
 */
import { z } from 'zod'
import type { Log } from '#shared/core/ports.ts'
import type { ChangedField } from '#shared/settings/changed-fields.ts'
import { changedFields, changedSecret } from '#shared/settings/changed-fields.ts'
import {
  accountOrigin,
  smtpAccountSchema,
  type SmtpAccount,
} from '#shared/delivery/smtp-account.ts'
import type { TroubleOfServer } from '#shared/delivery/mail-trouble.ts'
import { storedSetting } from '../../kernel/stored-setting.ts'
import type { TillDatabase } from '../../kernel/database.ts'
import type { Journal } from '../../kernel/journal.ts'
import { loadIfReadable, NO_STORE } from '../../adapters/system.ts'
import type { SecretStore } from '../../kernel/ports.ts'
import type { MailServer } from '../../../mail/mail-port.ts'

export interface MailAccount {
  read(): SmtpAccount | null
  hasPassword(): boolean
  /** Where e-mails go out now, or what is missing. */
  server(): MailServer | TroubleOfServer
  /**
   * Undefined leaves the password as it was, which counts only for the same server and user. `note`
   * hears what is other than before, in the same transaction.
   */
  save(
    account: SmtpAccount | null,
    password: string | undefined,
    note: (changes: readonly ChangedField[]) => void,
  ): Promise<void>
}

const keptSchema = z.object({ account: smtpAccountSchema.nullable() }).catch({ account: null })
/** With what it was given for: cut off between the two, it fits nothing. */
const secretSchema = z.object({ origin: z.string(), password: z.string() })
type KeptSecret = z.output<typeof secretSchema>

/** Reads the stored password once, before the till opens. */
export async function loadMailAccount(
  { db, journal, log }: { readonly db: TillDatabase; readonly journal: Journal; readonly log: Log },
  secrets: SecretStore = NO_STORE,
): Promise<MailAccount> {
  const row = storedSetting(db, 'mail')
  let account = keptSchema.parse(row.read()).account
  let secret = secretIn(await loadIfReadable(secrets, log))
  const password = () =>
    account !== null && secret?.origin === accountOrigin(account) ? secret.password : null
  return {
    read: () => account,
    hasPassword: () => password() !== null,
    server() {
      if (account === null) return 'MAIL_NOT_SET'
      if (account.user !== '' && password() === null) return 'MAIL_PASSWORD_MISSING'
      return { ...account, password: password() }
    },
    async save(next, typed, note) {
      const had = password() !== null
      const kept = next === null || typed === '' ? null : secretFor(next, typed, secret)
      if (JSON.stringify(kept) !== JSON.stringify(secret)) {
        await secrets.save(kept === null ? null : JSON.stringify(kept))
        secret = kept
      }
      const changes = [
        ...changedFields({ mail: account }, { mail: next }),
        ...(typed === undefined && had === (kept !== null)
          ? []
          : [changedSecret('mail.password', kept !== null, had)]),
      ]
      db.transaction(() => {
        row.keep({ account: next })
        journal.append('settings', null, { changed: ['mail'] })
        note(changes)
      }).immediate()
      account = next
      journal.publish()
    },
  }
}

/** The one of before only where it is for the same. */
function secretFor(
  next: SmtpAccount,
  typed: string | undefined,
  before: KeptSecret | null,
): KeptSecret | null {
  const origin = accountOrigin(next)
  if (typed !== undefined) return { origin, password: typed }
  return before?.origin === origin ? before : null
}

function secretIn(text: string | null): KeptSecret | null {
  if (text === null) return null
  try {
    return secretSchema.parse(JSON.parse(text))
  } catch {
    // Damaged, or of something else: it counts as not typed yet.
    return null
  }
}
