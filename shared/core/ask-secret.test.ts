import { expect, it } from 'vitest'
import { askSecret } from './ask-secret.ts'

function consoleOf(pieces: readonly string[], isTTY: boolean) {
  const raw: boolean[] = []
  const said: string[] = []
  const stdin = {
    isTTY,
    setRawMode: (isRaw: boolean) => raw.push(isRaw),
    setEncoding: () => undefined,
    async *[Symbol.asyncIterator]() {
      yield* await Promise.resolve(pieces)
    },
  }
  return { stdin, stderr: { write: (text: string) => said.push(text) }, raw, said }
}

it.each([
  [['secre', 'to\r'], 'secreto'],
  [['secretx', '\u007f', 'o', '\n', 'more\n'], 'secreto'],
  [[' ñ ½ \n'], ' ñ ½ '],
  [['secret', '\u0003'], null],
  [[], ''],
])('reads %j as %j, and shows nothing of it', async (pieces, expected) => {
  const asked = consoleOf(pieces, true)
  expect(await askSecret(asked, 'Clave: ')).toBe(expected)
  expect(asked.said).toEqual(['Clave: ', '\n'])
  expect(asked.raw).toEqual([true, false])
})

it('leaves a pipe as it is', async () => {
  const asked = consoleOf(['secreto\notra\n'], false)
  expect(await askSecret(asked, 'Clave: ')).toBe('secreto')
  expect(asked.raw).toEqual([])
})
