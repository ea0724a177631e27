import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { startWordsOf, WordsRefused } from './start-words.ts'

const wordsOf = (...words: string[]) => startWordsOf(['/opt/meson-caja', ...words])
const API = 'https://api.tienda.cl'

describe('the words the installed till is started with', () => {
  it.each([
    ['--data', '/d', '--api', API],
    ['--data=/d', `--api=${API}`],
  ])('are understood in both spellings: %s', (...words) => {
    expect(wordsOf(...words)).toMatchObject({ dataDir: '/d', apiUrl: API, wantsShop: true })
  })

  it('may be none, and those of others are left alone', () => {
    const none = {
      ...{ dataDir: null, apiUrl: null, isKiosk: false, wantsShop: false, again: [] },
      asksFirst: false,
    }
    expect(wordsOf()).toEqual(none)
    expect(wordsOf('.', '--no-sandbox', '--lang=es')).toEqual(none)
  })

  it('say what a new folder is for; without them the installed till asks', () => {
    const asks = (isInstalled: boolean, ...words: string[]) =>
      startWordsOf(['/opt/meson-caja', ...words], isInstalled).asksFirst
    expect([asks(true), asks(false), asks(false, '--choose')]).toEqual([true, false, true])
    expect([asks(true, '--practice'), asks(true, '--choose')]).toEqual([false, true])
    expect(wordsOf('--practice').again).toEqual(['--practice'])
  })

  it('are said again at sign-in so that they mean the same wherever that begins', () => {
    expect(wordsOf('--kiosk', '--data=caja dos', '--shop', '--lang=es').again).toEqual([
      ...['--data', resolve('caja dos'), '--kiosk', '--shop'],
    ])
    expect(wordsOf('--api', API).again).toEqual(['--api', API])
  })

  it.each([
    [['--data'], '--data'],
    [['--data', '--kiosk'], '--data'],
    [['--data='], '--data'],
    [['--data', '/a', '--data=/b'], '--data'],
    [['--api'], '--api'],
    [['--api', 'http://tienda.cl'], '--api'],
    [['--api=file:///etc/passwd'], '--api'],
    [['--api', 'https://dueno:clave@tienda.cl'], '--api'],
    [['--api', 'tienda'], '--api'],
    [['--practice', '--shop'], '--practice'],
    [['--practice', '--api', API], '--practice'],
    [['--choose', '--practice'], '--practice'],
  ])('%j is refused, and names what is wrong', (words, named) => {
    expect(() => wordsOf(...words)).toThrow(WordsRefused)
    expect(() => wordsOf(...words)).toThrow(named)
  })
})
