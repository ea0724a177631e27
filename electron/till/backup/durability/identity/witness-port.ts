import type { HighWaterMark, MachinePrint, Witness } from '#shared/backup/witness.ts'

/** What a machine keeps of the tills that open on it, outside their folders. */
export interface WitnessPort {
  readonly machine: () => Promise<MachinePrint>
  /** Null also where it cannot be read any more. */
  read(tillId: string): Witness | null
  /** On disk when it returns. Throws what the disk says. */
  keep(witness: Witness): void
  /**
   * How far the books are now, of the one that was kept last. Not lost by whatever ends this
   * program; a power cut may take the newest.
   */
  note(mark: HighWaterMark): void
  /** Another one of that till's data is the till now: said to it at its next opening here. */
  retire(tillId: string): void
  close(): void
}
