const CTRL_C = '\u0003'
const ERASES: readonly string[] = ['\u0008', '\u007f']
const TYPED_CHARS_MAX = 100

/** Never in the command line, where other users read it and the shell keeps it. */
export async function askForPin(): Promise<string> {
  const { stdin, stderr } = process
  stderr.write('PIN nuevo del dueño: ')
  if (stdin.isTTY) stdin.setRawMode(true)
  let typed = ''
  try {
    for await (const piece of stdin.setEncoding('utf8') as AsyncIterable<string>) {
      if (piece.includes(CTRL_C)) throw new Error('sin cambios')
      for (const key of piece) typed = ERASES.includes(key) ? typed.slice(0, -1) : typed + key
      if (/[\r\n]/.test(piece) || typed.length > TYPED_CHARS_MAX) break
    }
  } finally {
    if (stdin.isTTY) stdin.setRawMode(false)
    stderr.write('\n')
  }
  return typed.split(/[\r\n]/)[0]?.trim() ?? ''
}
