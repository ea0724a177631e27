import { describe, expect, it } from 'vitest'
import { readTarget, resolveTarget, type Resolver } from './target.ts'

const resolvesTo =
  (...addresses: string[]): Resolver =>
  () =>
    Promise.resolve(
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

describe('targets by their text', () => {
  it.each([
    'http://example.com/',
    'https://127.0.0.1/',
    'https://0x7f.1/',
    'https://2130706433/',
    'https://127.1/',
    'https://localhost/',
    'https://localhost./',
    'https://a.localhost/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[fe80::1]/',
    'https://[fc00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[::a00:1]/',
    'https://[::ffff:0:7f00:1]/',
    'https://[fec0::1]/',
    'https://[100::1]/',
    'https://[3fff::1]/',
    'https://[5f00::1]/',
    'https://192.88.99.1/',
    'https://１２７.０.０.１/',
    'https:127.0.0.1',
    'https://user:pass@example.com/',
    'https://example.com/#x',
    'https://example.com:8443/',
    'https://intranet/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'nonsense',
    `https://example.com/${'x'.repeat(600)}`,
  ])('%s is refused', (url) => {
    expect(readTarget(url, false).ok).toBe(false)
  })

  it.each(['https://example.com/hook?x=1', 'https://example.com:443/', 'https://93.184.216.34/'])(
    '%s is accepted',
    (url) => {
      expect(readTarget(url, false).ok).toBe(true)
    },
  )

  it('reach loopback only under the developer switch, and nothing private even then', () => {
    expect([
      readTarget('http://127.0.0.1:9/', true).ok,
      readTarget('http://localhost:9/', true).ok,
    ]).toEqual([true, true])
    expect([
      readTarget('http://10.0.0.1/', true).ok,
      readTarget('https://10.0.0.1/', true).ok,
    ]).toEqual([false, false])
  })
})

describe('targets by their addresses', () => {
  it('are pinned to the address that was judged', async () => {
    const target = await resolveTarget('https://example.com/', false, resolvesTo('93.184.216.34'))
    expect(target).toMatchObject({ ok: true, value: { address: '93.184.216.34', family: 4 } })
  })

  it('are refused when any address behind the name is closed', async () => {
    for (const closed of ['127.0.0.1', '10.0.0.1', '::1', 'fe80::1', '::ffff:192.168.0.1']) {
      expect(
        (await resolveTarget('https://example.com/', false, resolvesTo('93.184.216.34', closed)))
          .ok,
      ).toBe(false)
    }
  })

  it('are refused when the name leads nowhere', async () => {
    expect((await resolveTarget('https://example.com/', false, resolvesTo())).ok).toBe(false)
    expect(
      (
        await resolveTarget('https://example.com/', false, () =>
          Promise.reject(new Error('ENOTFOUND')),
        )
      ).ok,
    ).toBe(false)
  })
})
