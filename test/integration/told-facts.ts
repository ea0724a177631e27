/** Facts as a till tells them, for tests of the service alone. */
import type { MoneyFact } from '#shared/fleet/facts-contract.ts'

type Line = MoneyFact['lines'][number]

export const soldLine = (changes: Partial<Line> = {}): Line => ({
  ...{ product_id: 'pan', code: 'P', name: 'Pan', milli: 1_000, gross_clp: 1_190 },
  ...{ is_exempt: false, cost_net_clp: 600 },
  ...changes,
})

/** One piece of bread for 1,190 pesos in cash, at ten in the morning. */
export const soldFact = (changes: Partial<MoneyFact> = {}): MoneyFact => ({
  ...{ kind: 'sale', fact_id: 's1', age_ms: 0, day: '2026-03-02', hour: 10, sale_id: 's1' },
  ...{ original_id: null, document_type: '39', documented_by: 'receipt', folio: null },
  ...{ is_trial: null, shift_id: null, cashier: 'Camila', gross_clp: 1_190, net_clp: 1_000 },
  ...{ exempt_clp: 0, tax_clp: 190, rounding_clp: 0, discount_clp: 0, lines: [soldLine()] },
  payments: [{ tender: 'EF', name: 'Efectivo', clp: 1_190, tip_clp: 0, rounding_clp: 0 }],
  ...changes,
})
