/** What the head office's pages are refused is said in each language they speak. */
import { expect, it } from 'vitest'
import { ERRORS } from '../../electron/service/core/errors.ts'
import { OFFICE_ERRORS } from '../../electron/service/core/office-errors.ts'
import { office } from '../../renderer/i18n/en/office.ts'

const params = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

it('each refusal of the head office has its English sentence, with what the Spanish one names', () => {
  expect(Object.keys(OFFICE_ERRORS).filter((code) => !(code in office.refusals))).toEqual([])
  const spanish: Readonly<Record<string, { readonly message: string }>> = ERRORS
  for (const [code, text] of Object.entries(office.refusals))
    expect([code, params(text)]).toEqual([code, params(spanish[code]?.message ?? '')])
})
