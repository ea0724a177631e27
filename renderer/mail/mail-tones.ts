import type { MailState } from '#shared/delivery/mail-moves.ts'
import type { Tone } from '../actions/tone.ts'

export const MAIL_TONES = {
  waiting: 'info',
  queued: 'info',
  sending: 'info',
  sent: 'good',
  unknown: 'wait',
  failed: 'bad',
  dropped: 'plain',
} as const satisfies Record<MailState, Tone | 'plain'>
