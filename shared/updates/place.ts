/** Where updates come from: a folder of this machine or its network, or an address over TLS. */
import { refusal, type Refusal } from '../languages/refusals.ts'
import { ok, refuse, type Result } from '../core/result.ts'

export const PLACE_CHARS_MAX = 500

export type UpdatePlace =
  | { readonly kind: 'folder'; readonly path: string }
  /** Ends with a slash. */
  | { readonly kind: 'web'; readonly baseUrl: string }

/** A folder of Linux, of Windows, or of another machine of Windows. */
const FOLDER = /^(\/|[A-Za-z]:[\\/]|\\\\[^\\]+\\)/
/** Without a name and key in it, and without a question. */
const WEB = /^https:\/\/([A-Za-z0-9.-]{1,253}|\[[0-9a-fA-F:]{2,45}\])(:\d{1,5})?(\/[\w.~%/-]*)?$/

export function parsePlace(typed: string): Result<UpdatePlace, Refusal> {
  const text = typed.trim()
  const isClean = text.length <= PLACE_CHARS_MAX && !hasControls(text)
  const steps = text.split(/[\\/]/)
  if (isClean && !steps.includes('..')) {
    if (WEB.test(text)) return ok({ kind: 'web', baseUrl: text.endsWith('/') ? text : `${text}/` })
    if (FOLDER.test(text)) return ok({ kind: 'folder', path: text })
  }
  return refuse(refusal('UPDATE_PLACE_NOT_VALID', 'place'))
}

const hasControls = (text: string) => [...text].some((letter) => (letter.codePointAt(0) ?? 0) < 32)
