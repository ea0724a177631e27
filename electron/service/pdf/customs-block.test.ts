import { expect, it } from 'vitest'
import { customsTexts } from './customs-block.ts'

it('says in words what an export declares, each weight with its unit, and what is not for customs as it came', () => {
  expect(
    customsTexts([
      { key: 'note', value: 'Frágil' },
      { key: 'transport.destination_country_code', value: '224' },
      { key: 'transport.gross_weight_unit_code', value: '6' },
      { key: 'transport.gross_weight', value: '1120.5' },
      { key: 'transport.sales_clause_code', value: '5' },
      { key: 'transport.port_shipment_code', value: '134' },
      { key: 'transport.total_packages', value: '10' },
      { key: 'transport.tare_unit_code', value: '6' },
    ]),
  ).toEqual([
    { label: 'Cláusula de venta', value: 'FOB' },
    { label: 'Puerto de embarque', value: 'NEW YORK' },
    { label: 'Unidad de medida de la tara', value: 'KN' },
    { label: 'Peso bruto', value: '1120,5 KN' },
    { label: 'Total de bultos', value: '10' },
    { label: 'País de destino', value: 'Argentina' },
    { label: 'note', value: 'Frágil' },
  ])
})
