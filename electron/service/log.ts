import pino, { type Logger } from 'pino'

const API_KEY = /msn_([0-9a-f]{16})_[A-Za-z0-9_-]{43}/g
const RUT = /\b\d{1,2}\.?\d{3}\.?\d{3}-?[\dkK]\b/g
const WEBHOOK_SECRET = /whsec_[A-Za-z0-9+/=]+/g

/**
 * Structured lines to a stream, with everything that names a person or opens a door masked,
 * wherever it stands.
 */
export function createLog(destination: { write(line: string): unknown }, level: string): Logger {
  return pino(
    { level, base: { room: 'service' }, timestamp: pino.stdTimeFunctions.isoTime },
    {
      write: (line: string) => {
        destination.write(redact(line))
      },
    },
  )
}

export function redact(text: string): string {
  return text
    .replace(API_KEY, 'msn_$1_***')
    .replace(RUT, '***')
    .replace(WEBHOOK_SECRET, 'whsec_***')
}
