import { join } from 'node:path'
import { TILL_SECRETS } from './till-secrets.ts'

/** Where a till keeps what, below `<data>/till`. */
export interface TillFolder {
  readonly folder: string
  readonly database: string
  /**
   * A file by this name is a restored database, complete; only the exchange is still to be done.
   */
  readonly restored: string
  /** What reports keep of days gone by; in no backup, as it is made again from the sales. */
  readonly reportSums: string
  readonly backups: string
  readonly quarantine: string
  readonly ballast: string
  /** The till's own secret, or what the system's keyring made of it. */
  readonly ownSecret: string
  /** What goes into the hashes of PINs, kept as the service's key is. */
  readonly pinPepper: string
  /** Of the shop's mail account, with what it is for; kept the same way. */
  readonly mailPassword: string
  /** Of the shop's account at Mercado Pago; kept the same way. */
  readonly cardToken: string
  /** What seals the second copies; in no backup, as it opens them. */
  readonly secondCopyKey: string
  /** Where second copies are made and read back, by one program at a time. */
  readonly copying: string
  /** Where support looks at backups by hand, beside a till that may be open. */
  readonly looking: string
  /** A backup that somebody looks at before using it. */
  readonly candidate: string
}

/** `dataDir` as given with --data. */
export function tillFolder(dataDir: string): TillFolder {
  const folder = join(dataDir, 'till')
  return {
    folder,
    database: join(folder, 'till.db'),
    restored: join(folder, 'till.db.restored'),
    reportSums: join(folder, 'report-sums.db'),
    backups: join(folder, 'backups'),
    quarantine: join(folder, 'quarantine'),
    ballast: join(folder, 'ballast.bin'),
    ownSecret: join(folder, TILL_SECRETS.ownSecret.file),
    pinPepper: join(folder, TILL_SECRETS.pinPepper.file),
    mailPassword: join(folder, TILL_SECRETS.mailSecret.file),
    cardToken: join(folder, TILL_SECRETS.cardSecret.file),
    secondCopyKey: join(folder, 'second-copy-key'),
    copying: join(folder, 'copying'),
    looking: join(folder, 'looking'),
    candidate: join(folder, 'restore.candidate'),
  }
}
