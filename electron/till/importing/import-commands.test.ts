/** Who may bring a list: counts in it are for whoever may count. */
import { expect, it, vi } from 'vitest'
import { refusal } from '#shared/languages/refusals.ts'
import { ok, refuse } from '#shared/core/result.ts'
import { importCommands } from './import-commands.ts'

type Parts = Parameters<typeof importCommands>

/** Somebody who may keep the catalogue and nothing else; the log is not written to. */
function commandsOver(columns: readonly (string | null)[]) {
  const accept = vi.fn(() => refuse(refusal('IMPORT_NOT_READY')))
  const allow: Parts[0]['allow'] = ({ right }) =>
    right === 'editCatalogue'
      ? ok({ actor: { id: 'camila', name: 'Camila' }, approverName: null, used() {} } as never)
      : refuse(refusal('APPROVAL_REQUIRED'))
  const importing = { view: () => ({ list: 'goods', plan: { arrangement: { columns } } }), accept }
  const commands = importCommands({ allow } as Parts[0], { importing } as unknown as Parts[1])
  return { accept, asked: () => commands.acceptImport({ importId: 'one' }) }
}

it.each(['stock', 'lowStock'])('a list with %s is not taken from who may not count', (field) => {
  const { accept, asked } = commandsOver(['code', field])
  expect(asked()).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED' } })
  expect(accept).not.toHaveBeenCalled()
})

it('a list that says whose prices somebody pays is not taken from who keeps none of those', () => {
  const { accept, asked } = commandsOver(['rut', 'priceList'])
  expect(asked()).toMatchObject({ refusal: { code: 'APPROVAL_REQUIRED', field: 'priceList' } })
  expect(accept).not.toHaveBeenCalled()
})

it('prices alone are, in the name of who brought them', () => {
  const { accept, asked } = commandsOver(['code', 'price', null])
  expect(asked()).toMatchObject({ refusal: { code: 'IMPORT_NOT_READY' } })
  expect(accept).toHaveBeenCalledWith('one', 'Camila', expect.any(Function))
})
