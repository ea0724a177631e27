/** Wrong PINs at the door and over the shoulder: how many an hour, and who waits for how long. */
import { beforeEach, expect, it } from 'vitest'
import { wordsOf } from '#shared/languages/core-words.ts'
import { refusalText } from '#shared/languages/refusals.ts'
import { must } from '../../../test/support/must.ts'
import { fixturePerTest } from '../../../test/support/till-per-test.ts'

const { fixture, till } = fixturePerTest()
const PINS = { Paula: '3690', Rodrigo: '1470', Camila: '2580', Javier: '7913' } as const
type Name = keyof typeof PINS
const ids = {} as Record<Name, string>
const HOUR_MS = 3_600_000

async function hire(name: Name, role: 'owner' | 'supervisor' | 'cashier') {
  const saved = must(await till.api.saveStaff({ staffId: null, name, role, pin: PINS[name] }))
  ids[name] = saved.members.find((member) => member.name === name)?.id ?? ''
}
const signIn = (name: Name, pin: string = PINS[name]) =>
  till.api.signIn({ staffId: ids[name], pin })
const overTheShoulder = (pin: string) =>
  till.api.approve({
    staffId: ids.Rodrigo,
    pin,
    subject: { kind: 'right', right: 'openDrawer', subject: null },
  })
type Answer = Awaited<ReturnType<typeof signIn>> | Awaited<ReturnType<typeof overTheShoulder>>
const secondsOf = (answer: Answer) =>
  answer.ok ? 0 : Number(answer.refusal.params?.['seconds'] ?? 0)

beforeEach(async () => {
  await fixture.open({ pinCost: 4 })
  await hire('Paula', 'owner')
  await hire('Rodrigo', 'supervisor')
  await hire('Camila', 'cashier')
  await hire('Javier', 'cashier')
})

it('a cashier who gives wrong PINs for the supervisor all day keeps nobody out', async () => {
  must(await signIn('Camila'))
  for (let hour = 0; hour < 8; hour += 1) {
    for (let guess = 0; guess < 10; guess += 1) await overTheShoulder('0001')
    await fixture.clock.advance(HOUR_MS)
  }
  for (let guess = 0; guess < 10; guess += 1) await overTheShoulder('0001')
  // Camila's dialog takes none for a while, and says so; the supervisor's own way in is free.
  expect(secondsOf(await overTheShoulder(PINS.Rodrigo))).toBeGreaterThan(800)
  expect(await signIn('Rodrigo')).toMatchObject({ ok: true })
  must(await signIn('Javier'))
  expect(await overTheShoulder(PINS.Rodrigo)).toMatchObject({ ok: true })
})

it('whoever guesses at the door all night makes the supervisor wait two minutes, no longer', async () => {
  till.api.signOut()
  for (let minute = 0; minute < 8 * 60; minute += 1) {
    await signIn('Rodrigo', '0001')
    await fixture.clock.advance(60_000)
  }
  await fixture.clock.advance(120_000)
  await signIn('Rodrigo', '0001')
  const wait = secondsOf(await signIn('Rodrigo'))
  expect(wait).toBe(120)
  await fixture.clock.advance(wait * 1_000)
  expect(await signIn('Rodrigo')).toMatchObject({ ok: true })
})

it('a right PIN at the door forgives no guesses over the shoulder, a new PIN all of them', async () => {
  must(await signIn('Camila'))
  for (let guess = 0; guess < 5; guess += 1) await overTheShoulder('0001')
  must(await signIn('Rodrigo'))
  must(await signIn('Camila'))
  const away = await overTheShoulder(PINS.Rodrigo)
  expect(away).toMatchObject({ refusal: { code: 'PIN_LOCKED_FOR_PERMISSIONS' } })
  if (away.ok) throw new Error('guessed')
  // Whoever knows the PIN is told the way that is open, and it is.
  expect(refusalText(away.refusal, wordsOf('es'))).toContain('puede entrar igual con su PIN')
  expect(refusalText(away.refusal, wordsOf('en'))).toContain('sign in with')
  must(await signIn('Paula'))
  const { Rodrigo: staffId } = ids
  const anew = { staffId, name: 'Rodrigo', role: 'supervisor', pin: '1471' } as const
  must(await till.api.saveStaff(anew))
  must(await signIn('Camila'))
  expect(await overTheShoulder('1471')).toMatchObject({ ok: true })
})

it('the waits outlive a restart of the program', async () => {
  for (let guess = 0; guess < 5; guess += 1) await signIn('Rodrigo', '0001')
  await till.stop()
  await fixture.open({ pinCost: 4 })
  expect(await signIn('Rodrigo')).toMatchObject({
    refusal: { code: 'PIN_LOCKED', params: { seconds: '30' } },
  })
})
