/** Hands and questions at the window of a packaged till. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TillCommands } from '#shared/bridge/contract.ts'
import { commandsOf } from '../../renderer/bridge/commands-of.ts'
import { screenHands } from '../renderer/counter-hands.ts'
import { must } from '../support/must.ts'
import { paperOf } from '../support/port-hands.ts'
import { receiptOf } from '../support/till-client.ts'
import { driveTill, type TillDriver } from '../support/till-driver.ts'
import type { PackagedProgram } from './packaged-program.ts'

/** The core as the page itself reaches it: over the till's own scheme. */
export function coreBehind(page: Page): TillCommands {
  return commandsOf(async (name, input) => {
    const answer = await page.evaluate(
      async ([command, body]) => {
        const response = await fetch(`${location.origin}/trpc/${command}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          ...(body === null ? {} : { body }),
        })
        return response.text()
      },
      [name, input === undefined ? null : JSON.stringify(input)] as const,
    )
    const { result } = JSON.parse(answer) as { result?: { data: unknown } }
    if (result === undefined) throw new Error(`${name}: ${answer.slice(0, 500)}`)
    return result.data
  })
}

/** Paula of the practice shop. */
const OWNER_PIN = '3690'

export async function signInOwner(core: TillCommands): Promise<void> {
  const owner = (await core.staff()).members.find(({ role }) => role === 'owner')
  must(await core.signIn({ staffId: owner?.id ?? '', pin: OWNER_PIN }))
}

/** A printer of the network, from now on the shop's. */
export async function printOver(core: TillCommands, name: string, port: number): Promise<void> {
  const address = { kind: 'tcp', host: '127.0.0.1', port } as const
  const { id } = must(await core.addPrinter({ name, address, modelId: 'generic-80' }))
  must(await core.saveSettings({ printerId: id }))
}

const NO_HAND = () => Promise.reject(new Error('this story has its own hand for that'))

export function cashierAtWindow(page: Page): TillDriver {
  const till = coreBehind(page)
  return driveTill(
    screenHands(
      { page },
      {
        async papers(sales) {
          const { rows } = await till.listReceipts({ cursor: null, limit: sales })
          const details = await Promise.all(rows.map((row) => receiptOf(till, row.saleId)))
          return details.map((detail) => detail.papers.map(paperOf).sort())
        },
        setOnline: NO_HAND,
        restart: NO_HAND,
      },
    ),
  )
}

/** In order, as when the window is closed. */
export async function endInOrder(program: PackagedProgram): Promise<void> {
  expect(await program.stop(), program.said()).toEqual({ code: 0, signal: null })
}
