/** How the service does, what waits for it and what it said, as a screen sees it. */
import type { DocumentType } from '../core/document-type.ts'

/**
 * Is the tax document service reachable, by a real authenticated call. Says nothing about what is
 * still to be sent.
 */
/**
 * `slow`: it has been asked for two seconds and answers nothing; nobody knows yet whether it will.
 */
export type ConnectionState = 'online' | 'slow' | 'offline' | 'trouble' | 'checking'

/**
 * Receipts that wait together for one thing: the service refuses what comes in the same words
 * (`refused`), does not know their type (`type`), turns the key or the company away, has no valid
 * certificate of it, or has suspended it.
 */
export interface HeldTogether {
  readonly kind: 'refused' | 'type' | 'key' | 'company' | 'certificate' | 'suspended'
  readonly documentTypes: readonly DocumentType[]
  readonly count: number
  /** What the service says, in its own words; empty where it says nothing. */
  readonly detail: string
}

export interface FolioStock {
  readonly documentType: DocumentType
  readonly left: number
  readonly isLow: boolean
  /** First day on which a listed range with folios left ends, or null. */
  readonly expiresOn: string | null
}

/** What the service finds wrong with a field of a refused receipt, in its own words. */
export interface FieldErrorView {
  readonly field: string
  readonly code: string
  readonly message: string
}

/**
 * `asked` the service has not confirmed yet; `done` there is no receipt any more; `refused` it
 * could not be deleted.
 */
export type DeletionState = 'asked' | 'done' | 'refused'
