/**
 * Frames of a card terminal on a wire: `STX text ETX LRC`, and single bytes that say received or
 * damaged. A frame is found by its own marks, never by pauses: what comes together or in pieces is
 * read the same.
 */
const [STX, ETX] = [0x02, 0x03]
export const ACK = 0x06
export const NAK = 0x15
/** Longer ones are noise: the longest answer has some two hundred. */
export const FRAME_BYTES_MAX = 4_096

export type Heard =
  | { readonly kind: 'ack' }
  | { readonly kind: 'nak' }
  /** `isWhole`: its check byte is right. */
  | { readonly kind: 'frame'; readonly text: string; readonly isWhole: boolean }

export function frameOf(text: string): Uint8Array {
  const body = [...[...text].map((letter) => letter.charCodeAt(0)), ETX]
  return Uint8Array.of(STX, ...body, checkOf(body))
}

/** Reads on where the bytes before ended. */
export function createFrameReader(): (bytes: Uint8Array) => readonly Heard[] {
  let body: number[] | null = null
  let isChecked = false
  const read = (byte: number): Heard | null => {
    // After the end mark comes the check byte, whatever it looks like.
    if (isChecked && body !== null) {
      const text = String.fromCharCode(...body)
      const isWhole = byte === checkOf([...body, ETX])
      body = null
      isChecked = false
      return { kind: 'frame', text, isWhole }
    }
    // A beginning inside a frame: the one before was cut off.
    if (byte === STX) {
      body = []
      return null
    }
    if (body === null) return byte === ACK ? { kind: 'ack' } : byte === NAK ? { kind: 'nak' } : null
    if (byte === ETX) isChecked = true
    else if (body.push(byte) > FRAME_BYTES_MAX) body = null
    return null
  }
  return (bytes) => [...bytes].flatMap((byte) => read(byte) ?? [])
}

function checkOf(bytes: readonly number[]): number {
  return bytes.reduce((check, byte) => check ^ byte, 0)
}
