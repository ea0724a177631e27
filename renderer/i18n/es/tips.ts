/** Tips, in Spanish. */
export const tips = {
  actions: { nextTip: 'Propina sugerida, siguiente', tipAmount: 'Propina: otro monto' },
  tips: {
    title: 'Propina',
    none: 'Sin propina',
    percent: '{{percent}} % · {{amount}}',
    other: 'Otro monto',
    otherIs: 'Otro: {{amount}}',
    dialog: 'Propina',
    lead: 'La decide el cliente. Se suma a lo que paga, y no va en la boleta. Vacío: sin propina.',
    amount: 'Monto de la propina',
    apply: 'Poner propina',
  },
  tipSettings: {
    title: 'Propinas',
    lead: 'Se sugiere al cobrar y la decide el cliente: nunca se exige (Código del Trabajo, art. 64). No va en la boleta ni en las ventas; el informe de turno dice cuánto es de cada cajero.',
    isOn: 'Recibir propinas en el cobro',
    percents: 'Porcentajes sugeridos',
    percentsHint: 'De uno a tres, separados por coma. En Chile lo normal es 10.',
  },
  tipReport: {
    title: 'Propinas',
    note: 'Son de quienes atienden: no están en las ventas ni en los documentos.',
    whose: 'Cajero',
    method: 'Medio de pago',
    all: 'Total de propinas',
  },
}
