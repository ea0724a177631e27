/**
 * Sends the e-mails that wait, one at a time, while the counter sells. What keeps the server keeps
 * the line, not each e-mail: nobody's is used up by an evening without internet.
 */
import type { Log } from '#shared/core/ports.ts'
import type { EpochMs } from '#shared/core/brand.ts'
import {
  MAIL_PDF_BYTES_MAX,
  MAIL_TRIES_MAX,
  MAILS_REFUSED_IN_A_ROW_MAX,
  MAILS_PER_HOUR_MAX,
  mailWaitMs,
} from '#shared/delivery/mail-limits.ts'
import { isMailAddress } from '#shared/delivery/address.ts'
import { isOfServer, restOfTroubleMs, type TroubleOfServer } from '#shared/delivery/mail-trouble.ts'
import type { MailedLogo } from '#shared/delivery/receipt-html.ts'
import { receiptMail, type MailedDocument } from '#shared/delivery/receipt-mail.ts'
import { nowOrInTurn } from '../../kernel/background.ts'
import type { Clock, Randomness } from '../../kernel/ports.ts'
import type { MailAccount } from './mail-account.ts'
import type { MailContent, MailDocuments } from './mail-document.ts'
import type { MailOutcome, MailPort, MailServer, OutgoingMail } from '../../../mail/mail-port.ts'
import type { MailStore, QueuedMail } from './mail-store.ts'
import { unitRandom } from '../../kernel/unit-random.ts'

interface MailWorkerPorts {
  readonly store: MailStore
  readonly account: MailAccount
  readonly port: MailPort
  readonly documents: MailDocuments
  readonly reports: (reportId: string) => Promise<MailContent>
  /** Where the owner wants reports now; null where none are wanted any more. */
  readonly reportsTo: () => string | null
  /** Fetches one document that an e-mail waits for; false when there is none, or not now. */
  readonly fetchWanted: (signal: AbortSignal) => Promise<boolean>
  readonly shop: () => MailedDocument['shop']
  /** As it goes in an e-mail; null for none. */
  readonly logo: () => MailedLogo | null
  readonly clock: Clock
  readonly randomness: Randomness
  /** The counter goes first. */
  readonly turn: () => Promise<void> | null
  readonly onChange: () => void
  readonly log: Log
}

export interface MailWorker {
  start(): void
  wake(): void
  /** The account was changed: what kept the line may be mended. */
  accountChanged(): void
  /** What keeps the whole line now; null when it goes. */
  trouble(): TroubleOfServer | null
  stop(): Promise<void>
}

/** All of one e-mail, whatever the server does. */
const MAIL_TIMEOUT_MS = 90_000
/** What waits for its document is looked at again. */
const LOOK_MS = 60_000
const FULL_HOUR_REST_MS = 300_000

export function createMailWorker(ports: MailWorkerPorts): MailWorker {
  const { store, clock, log } = ports
  const stopping = new AbortController()
  const line = createLine(ports)
  let running: Promise<void> | null = null
  let isAskedAgain = false
  let cancelTimer = () => {}
  const schedule = () => {
    cancelTimer()
    if (stopping.signal.aborted) return
    const now = clock.now()
    const { waiting } = store.counts(now)
    if (waiting === 0) return
    const dueMs = (store.nextAt(now) ?? Number.MAX_SAFE_INTEGER) - now
    const delayMs = Math.max(line.restMs(), Math.min(dueMs, LOOK_MS))
    cancelTimer = clock.after(Math.max(1_000, delayMs), wake)
  }
  const wake = (): void => {
    if (stopping.signal.aborted) return
    isAskedAgain = true
    running ??= work().finally(() => {
      running = null
      nowOrInTurn(clock, schedule)
    })
  }
  const work = async () => {
    while (isAskedAgain && !stopping.signal.aborted) {
      isAskedAgain = false
      try {
        await sendAll(ports, line, stopping.signal)
      } catch (error) {
        // A disk that refuses, for one: what was being sent is found again at the next start.
        log('e-mails were not sent', { error: String(error) })
        line.rest(LOOK_MS)
      }
    }
  }
  return {
    start() {
      store.recover(clock.now())
      wake()
    },
    wake,
    accountChanged() {
      line.goOn()
      wake()
    },
    trouble: line.trouble,
    async stop() {
      cancelTimer()
      stopping.abort()
      await running
    },
  }
}

/** The line as a whole: what keeps it, and for how long. In memory: a new start tries anew. */
function createLine({ account, clock, randomness, onChange }: MailWorkerPorts) {
  let [trouble, restUntilMs, inARow] = [null as TroubleOfServer | null, 0, 0]
  let refusedInARow = 0
  const rest = (delayMs: number) => void (restUntilMs = clock.monotonicMs() + delayMs)
  return {
    rest,
    restMs: () => Math.max(0, restUntilMs - clock.monotonicMs()),
    server(): MailServer | TroubleOfServer {
      return account.server()
    },
    trouble(): TroubleOfServer | null {
      const server = account.server()
      return typeof server === 'string' ? server : trouble
    },
    hold(why: TroubleOfServer) {
      inARow += 1
      const random = unitRandom(randomness)
      rest(Math.max(restOfTroubleMs(why), mailWaitMs(inARow, random)))
      if (trouble !== why) onChange()
      trouble = why
    },
    /** One by itself: where each of many is, the rest is not used up in a row. */
    refused() {
      refusedInARow += 1
      if (refusedInARow >= MAILS_REFUSED_IN_A_ROW_MAX) rest(FULL_HOUR_REST_MS)
    },
    goOn() {
      refusedInARow = 0
      if (trouble !== null) onChange()
      ;[trouble, restUntilMs, inARow] = [null, 0, 0]
    },
  }
}
type Line = ReturnType<typeof createLine>

async function sendAll(ports: MailWorkerPorts, line: Line, signal: AbortSignal): Promise<void> {
  const { store, clock } = ports
  for (;;) {
    const mine = ports.turn()
    if (mine !== null) await mine
    if (signal.aborted) return
    store.sort(clock.now())
    const mail = store.next(clock.now())
    if (mail === null || line.restMs() > 0) {
      if (!(await ports.fetchWanted(signal))) return
      continue
    }
    const server = line.server()
    if (typeof server === 'string') {
      if (mail.trouble !== server) store.note(mail, server)
      return
    }
    if (store.counts(clock.now()).sentInHour >= MAILS_PER_HOUR_MAX)
      return line.rest(FULL_HOUR_REST_MS)
    await sendOne(ports, line, { mail, server }, signal)
  }
}

interface Going {
  readonly mail: QueuedMail
  readonly server: MailServer
}

async function sendOne(
  ports: MailWorkerPorts,
  line: Line,
  { mail, server }: Going,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = ports
  const document = await contentOf(ports, mail)
  if (signal.aborted) return
  if (document === null) return store.awaitPdf(mail)
  if (document.files.some(({ pdf }) => pdf.length > MAIL_PDF_BYTES_MAX))
    return store.markFailed(mail, 'MAIL_TOO_LARGE', '')
  // Sums of the shop go where its owner says now, not where it was said when the shift ended.
  const address = mail.reportId === null ? store.addressNow(mail) : ports.reportsTo()
  if (address === null || (address !== mail.address && !isMailAddress(address)))
    return store.leave(mail, 'MAIL_NOT_WANTED')
  // Dropped, deleted, or erased with its person, while its document was read.
  if (!store.claim(mail, address)) return
  const out = outgoing(ports, document, { mail: { ...mail, address }, server })
  settle(
    ports,
    line,
    mail,
    await withinTime(clock, signal, (until) => ports.port.send(server, out, until)),
  )
}

/** Null: its document is not here. */
async function contentOf(
  { documents, reports, shop, logo: logoNow }: MailWorkerPorts,
  { saleId, reportId }: QueuedMail,
): Promise<MailContent | null> {
  if (reportId !== null) return reports(reportId)
  const document = saleId === null ? null : await documents(saleId)
  if (document === null) return null
  const { fileName, pdf } = document
  const logo = logoNow()
  return { ...receiptMail({ ...document, shop: shop() }, logo), logo, files: [{ fileName, pdf }] }
}

function outgoing(
  { clock }: MailWorkerPorts,
  { subject, text, html, logo, files }: MailContent,
  { mail, server }: Going,
): OutgoingMail {
  return {
    subject,
    text,
    html,
    logo,
    messageId: messageIdOf(mail.id, server.senderAddress),
    to: mail.address,
    at: new Date(clock.now()),
    attachments: files,
  }
}

/** The same on every try: whoever gets it twice can tell. */
export const messageIdOf = (id: string, senderAddress: string) =>
  `<${id}@${senderAddress.slice(senderAddress.lastIndexOf('@') + 1)}>`

function settle(
  { store, clock, randomness, log }: MailWorkerPorts,
  line: Line,
  mail: QueuedMail,
  outcome: MailOutcome,
): void {
  if (outcome.kind === 'taken') {
    store.markSent(mail, outcome.detail)
    return line.goOn()
  }
  log('an e-mail was not taken', {
    mail: mail.id,
    code: outcome.kind === 'unknown' ? 'MAIL_UNKNOWN' : outcome.code,
    detail: outcome.detail,
  })
  if (outcome.kind === 'unknown') {
    store.markUnknown(mail, outcome.detail)
    // A server that breaks off at the end does so with the next one too.
    return line.hold('MAIL_SERVER_BROKE')
  }
  const { code: trouble, detail } = outcome
  const notBefore = (isTry: boolean): EpochMs => {
    const random = unitRandom(randomness)
    return (clock.now() + (isTry ? mailWaitMs(mail.tries + 1, random) : 0)) as EpochMs
  }
  if (isOfServer(trouble)) {
    store.markRetry(mail, { trouble, detail, notBefore: notBefore(false), isTry: false })
    return line.hold(trouble)
  }
  line.refused()
  if (trouble !== 'MAIL_PUT_OFF' || mail.tries + 1 >= MAIL_TRIES_MAX)
    return store.markFailed(mail, trouble, detail)
  store.markRetry(mail, { trouble, detail, notBefore: notBefore(true), isTry: true })
}

/** However slowly a server talks. */
export async function withinTime<Value>(
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
  work: (until: AbortSignal) => Promise<Value>,
  limitMs = MAIL_TIMEOUT_MS,
): Promise<Value> {
  const over = new AbortController()
  const cancel = clock.after(limitMs, () => over.abort())
  try {
    return await work(AbortSignal.any([over.signal, signal]))
  } finally {
    cancel()
  }
}
