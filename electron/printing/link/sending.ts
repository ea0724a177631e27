import { encodeCommand } from '#shared/escpos/command.ts'
import type { HeardAnswers, PrinterFault } from '#shared/escpos/status.ts'
import type { PrinterTrouble } from '../../till/kernel/ports.ts'
import { troubleOfFault } from '../printer-fault.ts'
import { recoveryBytes } from '../recovery.ts'
import type { SendOptions, SendOutcome } from '../transport.ts'
import { answerLimitMs, type KnownPrinter } from './known-printers.ts'
import { askFault } from './printer-link.ts'
import type { LineEnd, PrinterLink } from './printer-link.ts'
import { piecesOf } from '#shared/escpos/pieces.ts'
import type { PrinterLanguage } from '#shared/escpos/printer-language.ts'
import { assert } from '#shared/core/result.ts'

export interface LinkTimes {
  readonly chunkBytes: number
  /** Longest wait for an answer of a printer that has never given one. */
  readonly answerMs: number
  /** Longest wait for one of a printer that gives them, or may: it can be busy. */
  readonly lateAnswerMs: number
  /** No progress for this long and the printer is asked why. */
  readonly stallMs: number
  /** Longest a half-sent paper waits for paper, cover or switch. */
  readonly halfSentWaitMsMax: number
  /** Longest wait for the end of a printer that answers no questions. */
  readonly silentEndMs: number
  /**
   * The slowest a printer works off what it was given; added to the wait for one that answers
   * nothing.
   */
  readonly silentBytesPerMs: number
  /**
   * Longest wait for the word that a paper is finished, once the printer has worked off its bytes.
   */
  readonly confirmMs: number
}

/** `heard` = what the printer answered at its test page; null where nobody has asked yet. */
type LinkOptions = SendOptions & {
  readonly heard: HeardAnswers | null
  readonly known: KnownPrinter
  readonly language?: PrinterLanguage
}

/**
 * Stalls, each answered with "all is well", after which a printer nobody has asked yet knows no
 * question behind a paper.
 */
const WELL_STALLS = 12
/** A printer that hangs up within this time of the last byte has not read to the end. */
const HANG_UP_MS = 100

/**
 * Sends one paper over an open connection, and holds what every such line has in common: questions
 * stand between commands alone, since a printer inside a picture takes them for dots; a printer
 * that has ever answered gets nothing while it is silent; and a late answer counts as any other.
 */
export class Sending {
  readonly #link: PrinterLink
  readonly #times: LinkTimes
  readonly #options: LinkOptions
  #isTalkative = false
  /** It said what nobody had asked: such words prove nothing. */
  #saysUnasked = false
  #trouble: PrinterTrouble | null = null
  #handedOver = 0
  #askedAtMs = 0

  constructor(link: PrinterLink, times: LinkTimes, options: LinkOptions) {
    this.#link = link
    this.#times = times
    this.#options = options
  }

  async run(bytes: Uint8Array): Promise<SendOutcome> {
    const { known, signal, language = 'escpos' } = this.#options
    const { chunkBytes } = this.#times
    const pieces = language === 'escpos' ? piecesOf(bytes, chunkBytes) : cut(bytes, chunkBytes)
    assert(pieces !== null, 'a paper is made of whole commands')
    const onAbort = (): void => this.#link.answers.notify()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const outcome = (await this.#prepare()) ?? (await this.#send(pieces))
      known.hasAnswered ||= this.#talks
      if (outcome.kind === 'accepted' || outcome.kind === 'printed') known.isClean = true
      else if (outcome.kind === 'unknown') known.isClean = false
      return outcome
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Asks whether it is well and between two papers; what it is held for where it is not. */
  async #prepare(): Promise<SendOutcome | null> {
    const { heard, known, language = 'escpos' } = this.#options
    let fault = await this.#ask()
    let isReady = known.isClean
    // Where a picture broke off in it, it took the question for dots of it.
    if (this.#isSilent(fault) && !isReady) {
      isReady = await this.#isRecovered()
      if (isReady) fault = await this.#ask()
    }
    if (this.#isSilent(fault))
      return held('PRINTER_NOT_TAKING_DATA', 'it has answered before and is silent now')
    // A Star printer is asked before a paper only: it knows neither the question behind one nor
    // that in the middle.
    this.#isTalkative = language === 'escpos' && (fault !== undefined || heard?.sensor === true)
    const now = reported(fault) ?? this.#withdrawn()
    if (now !== null) return now
    this.#link.answers.forget()
    if (!isReady && !(await this.#isRecovered())) {
      const reason = this.#link.isClosed ? 'PRINTER_NOT_FOUND' : 'PRINTER_NOT_TAKING_DATA'
      return held(reason, 'it takes nothing')
    }
    return reported(this.#link.answers.takeFault(), ', late') ?? this.#withdrawn()
  }

  /** It gave no answer, and is known to give one. */
  #isSilent(fault: PrinterFault | null | undefined): boolean {
    const { heard, known } = this.#options
    return fault === undefined && (known.hasAnswered || heard?.realTime === true)
  }

  #withdrawn(): SendOutcome | null {
    return this.#options.signal.aborted ? held('PRINTER_NOT_TAKING_DATA', 'withdrawn') : null
  }

  async #ask(): ReturnType<typeof askFault> {
    const { known, signal, language = 'escpos' } = this.#options
    const limitMs = answerLimitMs(known, this.#times)
    this.#askedAtMs = performance.now()
    const fault = await askFault(this.#link, language, limitMs, signal)
    known.hasAnswered ||= fault !== undefined
    known.wasAsked ||= !signal.aborted && !this.#link.isClosed
    return fault
  }

  async #send(pieces: readonly Uint8Array[]): Promise<SendOutcome> {
    for (const [index, piece] of pieces.entries()) {
      if (this.#link.isClosed) return this.#ended('lost')
      if (index === pieces.length - 1) {
        this.#saysUnasked = this.#link.answers.has('sensor')
        this.#link.answers.markQuestion()
      }
      this.#link.write(piece)
      this.#handedOver += piece.length
      const moved = await this.#patiently(
        () => this.#link.waitingBytes <= 2 * this.#times.chunkBytes,
      )
      if (moved !== 'met') return this.#ended(moved === 'lost' ? 'lost' : 'over')
    }
    return this.#tellsEnd ? this.#confirm() : this.#silentEnd()
  }

  /** A Star printer answers one question only, and that before a paper. */
  get #talks(): boolean {
    const { language = 'escpos' } = this.#options
    return this.#isTalkative || (language === 'escpos' && this.#link.answers.hasSpoken)
  }

  /** It answers, as far as is known, the question behind a paper. */
  get #tellsEnd(): boolean {
    const { heard } = this.#options
    return this.#talks && (heard === null || heard.sensor || heard.printed)
  }

  /**
   * The paper follows only where what puts the printer between two papers has gone out: until then
   * it can wait elsewhere.
   */
  async #isRecovered(): Promise<boolean> {
    this.#link.write(recoveryBytes())
    for (;;) {
      const before = this.#link.waitingBytes
      if (await this.#link.answers.until(() => this.#link.waitingBytes === 0, this.#times.stallMs))
        return true
      if (this.#link.isClosed || this.#link.waitingBytes >= before || this.#options.signal.aborted)
        return false
    }
  }

  /**
   * The question in the line of bytes is answered only once everything before it has been worked
   * off.
   */
  async #confirm(): Promise<SendOutcome> {
    const { confirmation = null } = this.#options
    if (confirmation?.kind !== 'status') {
      this.#link.answers.markQuestion()
      this.#link.write(encodeCommand({ kind: 'ask-status', what: 1 }))
    }
    // What still waits here cannot have been answered, whatever it says.
    const answered = await this.#patiently(
      () =>
        this.#link.waitingBytes === 0 &&
        (this.#link.answers.has('sensor') ||
          (confirmation !== null && this.#link.answers.hasConfirmed(confirmation))),
      true,
    )
    if (answered === 'silent') return allTaken(this.#ended('over'))
    if (answered !== 'met') return this.#ended(answered)
    if (this.#link.answers.saysNoPaper()) return this.#withoutPaper()
    if (confirmation === null || (this.#saysUnasked && confirmation.kind === 'status'))
      return { kind: 'accepted', ...this.#low() }
    // A model may be a copy that knows less than its name says: then the bytes are there, and no
    // more is known.
    const isPrinted = await this.#link.answers.until(
      () => this.#link.answers.hasConfirmed(confirmation),
      this.#times.confirmMs,
    )
    if (this.#link.answers.saysNoPaper()) return this.#withoutPaper()
    return { kind: isPrinted ? 'printed' : 'accepted', ...this.#low() }
  }

  #low(): { readonly isPaperLow?: true } {
    return this.#link.answers.saysPaperLow() ? { isPaperLow: true } : {}
  }

  /**
   * It worked off every byte and has no paper: how much of it is on the roll's last piece only a
   * person can see.
   */
  #withoutPaper(): SendOutcome {
    const detail = 'the printer answers that it has no paper'
    return { kind: 'unknown', detail, bytesAccepted: this.#handedOver, reason: 'PAPER_OUT' }
  }

  async #silentEnd(): Promise<SendOutcome> {
    const { heard, signal } = this.#options
    // Its side is closed for good with ours: whoever may still answer is listened to before that.
    const leftMs = this.#askedAtMs + this.#times.lateAnswerMs - performance.now()
    const listenMs = heard === null ? Math.max(HANG_UP_MS, leftMs) : HANG_UP_MS
    await this.#link.answers.until(() => this.#talks || signal.aborted, listenMs)
    if (this.#link.isClosed) return this.#ended('lost')
    if (this.#tellsEnd) return this.#confirm()
    const limitMs = this.#times.silentEndMs + this.#handedOver / this.#times.silentBytesPerMs
    let waitedMs = 0
    for (;;) {
      const sliceMs = Math.min(this.#times.stallMs, limitMs - waitedMs)
      const end = await this.#link.finish(sliceMs)
      waitedMs += sliceMs
      const outcome = this.#outcomeOf(end, waitedMs >= limitMs || signal.aborted)
      if (outcome !== null) return outcome
    }
  }

  /** Of a printer that answers no question, by how far its line has come; null: it may go on. */
  #outcomeOf(end: LineEnd, isOver: boolean): SendOutcome | null {
    if (end === 'lost') return this.#ended('lost')
    const fault = this.#link.answers.takeFault() ?? null
    // Silence is the way of a printer that answered nothing at its test page, and no sign of
    // trouble.
    const isSilentWay = end === 'unsaid' && isOver && this.#options.heard !== null
    if (fault === null && (end === 'taken' || isSilentWay)) {
      this.#tell(null)
      return { kind: 'accepted' }
    }
    this.#tell(troubleOfAnswer(fault))
    if (end === 'taken') return allTaken(this.#ended('over'))
    if (!isOver) return null
    return end === 'unsaid' ? allTaken(this.#ended('over')) : this.#ended('over')
  }

  /**
   * Waits for people to see to the printer, as long as a half-sent paper may wait. `silent` = it
   * has everything and says again and again that it is well, and never answers the question behind
   * the paper: only where nobody has asked it before.
   */
  async #patiently(
    condition: () => boolean,
    isAtEnd = false,
  ): Promise<'met' | 'lost' | 'over' | 'silent'> {
    let waitedMs = 0
    let wellStalls = 0
    let waitingBytes = this.#link.waitingBytes
    while (!(await this.#link.answers.until(condition, this.#times.stallMs))) {
      if (this.#link.isClosed) return 'lost'
      // A slow line is not a stalled one.
      const isMoving = this.#link.waitingBytes < waitingBytes && !this.#options.signal.aborted
      waitingBytes = this.#link.waitingBytes
      if (isMoving) continue
      waitedMs += this.#times.stallMs
      if (waitedMs >= this.#times.halfSentWaitMsMax || this.#options.signal.aborted) return 'over'
      const fault = this.#link.answers.takeFault()
      wellStalls = fault === null && waitingBytes === 0 ? wellStalls + 1 : 0
      if (isAtEnd && this.#options.heard === null && wellStalls >= WELL_STALLS) return 'silent'
      this.#tell(troubleOfAnswer(fault))
      if (this.#talks) this.#link.write(encodeCommand({ kind: 'ask-real-time', what: 2 }))
    }
    this.#tell(null)
    return 'met'
  }

  #tell(trouble: PrinterTrouble | null): void {
    if (trouble === this.#trouble) return
    this.#trouble = trouble
    this.#options.onTrouble(trouble)
  }

  #ended(how: 'lost' | 'over'): SendOutcome {
    const lost = this.#link.error?.message ?? 'the printer closed the connection'
    if (this.#handedOver === 0) return held('PRINTER_NOT_FOUND', lost)
    const bytesAccepted = Math.max(0, this.#handedOver - this.#link.waitingBytes)
    if (how === 'lost') return { kind: 'unknown', detail: lost, bytesAccepted }
    const reason = this.#trouble ?? 'PRINTER_NOT_TAKING_DATA'
    return {
      kind: 'unknown',
      detail: 'the printer never said it took everything',
      bytesAccepted,
      reason,
    }
  }
}

/** One that reports nothing takes no data all the same. */
const troubleOfAnswer = (fault: PrinterFault | null | undefined): PrinterTrouble =>
  fault === null || fault === undefined ? 'PRINTER_NOT_TAKING_DATA' : troubleOfFault(fault)

/** Null where it reports no fault. */
const reported = (fault: PrinterFault | null | undefined, when = ''): SendOutcome | null =>
  fault === null || fault === undefined
    ? null
    : held(troubleOfFault(fault), `the printer reports ${fault}${when}`)

function held(reason: PrinterTrouble, detail: string): SendOutcome {
  return { kind: 'held', reason, detail }
}

function cut(bytes: Uint8Array, pieceBytes: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
}

function allTaken(outcome: SendOutcome): SendOutcome {
  return outcome.kind === 'unknown' ? { ...outcome, isAllTaken: true } : outcome
}
