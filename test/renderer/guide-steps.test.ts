/** Single steps of the first start in Chromium over the real core, by finger and by keyboard. */
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { must } from '../support/must.ts'
import { NO_CHROMIUM, sharedChromium } from '../support/chromium.ts'
import { answered } from '../support/service-answers.ts'
import { fixturePerTest } from '../support/till-per-test.ts'
import { openCounter, type Counter } from './counter-driver.ts'
import { PATIENT } from './each-story.ts'
import { emptyFolder, isAtStep, startedAsShop } from './guide-cases.ts'

const { fixture } = fixturePerTest()
const NORTH = { document_number: '77654321-7', name: 'Comercial Norte SpA' }
const SISTERS = { document_number: '76192083-9', name: 'Las Dos Hermanas SpA' }

describe.skipIf(NO_CHROMIUM !== null)(
  `the steps of the first start${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    let counter: Counter
    let api: Awaited<ReturnType<typeof emptyFolder>>['api']

    beforeEach(async () => {
      const core = await emptyFolder(fixture)
      api = core.api
      const size = { viewport: { width: 1024, height: 600 } }
      counter = await openCounter(await sharedChromium(), inject('screenRoot'), size, core)
      await counter.tap('choose-own')
      await isAtStep(counter, 'service')
    })
    afterEach(async () => {
      expect(counter.complaints).toEqual([])
      await counter.close()
    })
    const field = (name: string) => counter.page.getByTestId(`settings-shop-${name}`)

    it('a key of two companies lets the shop choose its own', async () => {
      const { answer } = fixture.service
      fixture.service.answer = (request) => {
        const { path } = request
        if (path === '/api/companies') return answered(200, [NORTH, SISTERS])
        const asked = [NORTH, SISTERS].find(({ document_number: rut }) => path.endsWith(rut))
        return asked === undefined
          ? answer(request)
          : answered(200, { ...asked, legal_name: asked.name, district: 'Talca' })
      }
      must(await api.saveSettings({ serviceUrl: 'https://dte.example', apiKey: 'secret-key-1' }))
      await counter.tap('guide-step-shop')
      await counter.see('companies', 'Comercial Norte SpA').see('companies', '76.192.083-9')
      await counter.isAccessible()

      await counter.tap('company-77654321-7')
      await expect.poll(() => field('rut').inputValue(), PATIENT).toBe('77654321-7')
      await expect.poll(() => field('tradeName').inputValue(), PATIENT).toBe('Comercial Norte SpA')
      // Another one by its arrow key: nothing of the first stays in a field.
      await counter.press('ArrowDown')
      await expect.poll(() => field('rut').inputValue(), PATIENT).toBe('76192083-9')
      await expect.poll(() => field('tradeName').inputValue(), PATIENT).toBe('Las Dos Hermanas SpA')
      await expect.poll(() => field('legalName').inputValue(), PATIENT).toBe('Las Dos Hermanas SpA')
    })

    it('one key saves the owner and goes on, and Enter does the same', async () => {
      await counter.tap('guide-step-owner')
      await counter.type('guide-name', 'Rosa').type('guide-pin', '4821').type('guide-again', '4812')
      await counter.tap('guide-next')
      await counter.read('Los dos PIN no son iguales')
      expect(api.staff().isOn).toBe(false)
      await counter.isAccessible()
      await counter.type('guide-pin', '4821').type('guide-again', '4821').press('Enter')
      await isAtStep(counter, 'catalogue')
      expect(api.staff()).toMatchObject({ isOn: true, current: { name: 'Rosa', role: 'owner' } })
      // Who goes back reads that it is done; the code for a forgotten PIN is offered there too.
      await counter.tap('guide-step-owner').see('guide-owner', 'Rosa').find('make-owner-code')
      await counter.isAccessible()
    })

    it('the 135 UF of the year trouble nobody before the shop sells', async () => {
      expect(api.bootstrap().missingLimitYear).not.toBeNull()
      const missing = counter.page.getByTestId('missing-limit')
      for (const step of ['service', 'shop', 'owner', 'catalogue'] as const) {
        await counter.tap(`guide-step-${step}`)
        await isAtStep(counter, step)
        expect(await missing.count()).toBe(0)
      }
      must(api.moveGuide({ to: 'finish' }))
      await counter.press('F8').find('set-up-next')
      expect(await missing.count()).toBe(0)
    })

    it('what is typed of the owner is lost by nobody who looks at another step', async () => {
      await counter.tap('guide-step-owner')
      await counter.type('guide-name', 'Rosa').tap('guide-step-catalogue').tap('unsaved-discard')
      await isAtStep(counter, 'catalogue')
      expect(api.staff().isOn).toBe(false)
    })

    it('the examples of categories come only when they are asked for', async () => {
      await counter.tap('guide-step-catalogue').read('Para partir: Abarrotes')
      expect(api.bootstrap().categories).toEqual([])
      await counter.isAccessible()
      await counter.tap('add-examples')
      await isAtStep(counter, 'shift')
      expect(api.bootstrap().categories.map(({ name }) => name)).toEqual(['Abarrotes'])
      await counter.tap('guide-step-catalogue').find('guide-import')
      expect(await counter.page.getByTestId('add-examples').count()).toBe(0)
      expect(await counter.page.getByText('tienda de práctica').count()).toBe(0)
    })
  },
)

describe.skipIf(NO_CHROMIUM !== null)(
  `a shop's till that was started as one${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    it('leads from what is missing into the guide, and to the field once that is done', async () => {
      const till = await startedAsShop(fixture)
      const core = { ...till, shows: 'set-up-next' }
      const counter = await openCounter(await sharedChromium(), inject('screenRoot'), {}, core)
      await counter.see('not-selling', 'faltan los datos').tap('set-up-next')
      await isAtStep(counter, 'service')
      await counter.isAccessible()
      must(till.api.moveGuide({ to: 'finish' }))
      await counter.press('F8').tap('set-up-next').find('settings-shop-rut')
      expect(counter.complaints).toEqual([])
      await counter.close()
    })
  },
)
