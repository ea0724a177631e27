/**
 * A word that only who types it may see: never in the command line, where other users read it and
 * the shell keeps it. From a terminal without showing it, from a pipe its first line.
 */
interface Console {
  readonly stdin: {
    readonly isTTY?: boolean
    setRawMode?(isRaw: boolean): unknown
    setEncoding(encoding: 'utf8'): unknown
  } & AsyncIterable<unknown>
  readonly stderr: { write(text: string): unknown }
}

const CTRL_C = '\u0003'
const ERASES: readonly string[] = ['\u0008', '\u007f']
const TYPED_CHARS_MAX = 1_000

/** Null for who thought better of it. */
export async function askSecret(
  { stdin, stderr }: Console,
  question: string,
): Promise<string | null> {
  stderr.write(question)
  const setRaw = (isRaw: boolean) => {
    if (stdin.isTTY === true) stdin.setRawMode?.(isRaw)
  }
  setRaw(true)
  stdin.setEncoding('utf8')
  let typed = ''
  try {
    for await (const piece of stdin) {
      const text = String(piece)
      if (text.includes(CTRL_C)) return null
      for (const key of text) typed = ERASES.includes(key) ? typed.slice(0, -1) : typed + key
      if (/[\r\n]/.test(text) || typed.length > TYPED_CHARS_MAX) break
    }
  } finally {
    setRaw(false)
    stderr.write('\n')
  }
  return typed.split(/[\r\n]/)[0] ?? ''
}
