/** The barcode scanner's part of the settings, in Spanish. */
export const scanner = {
  title: 'Lector de códigos',
  lead: 'Los lectores Bluetooth se detienen un momento en medio de un código. La caja espera esa pausa y nunca vende con un código a medias.',
  pause: 'Cuánto espera la caja',
  ms: '{{ms}} milisegundos',
  usualMs: '{{ms}} milisegundos (lo normal)',
  try: 'Probar mi lector',
  tryLead: 'Escanee tres productos o más, desde donde suele hacerlo. No se agrega nada a la venta.',
  nothing:
    'Esperando el primer código. Si no aparece nada, configure el lector como teclado, con Enter o Tab al final de cada código.',
  reading: 'una tecla cada {{strokeMs}} ms, pausa más larga {{pauseMs}} ms, termina con {{end}}',
  more_one: 'Falta un código más.',
  more_other: 'Faltan {{count}} códigos más.',
  fits: 'Su lector se detiene hasta {{longestMs}} ms: la pausa de {{ms}} ms le queda bien.',
  change:
    'Su lector se detiene hasta {{longestMs}} ms. La caja espera {{from}} ms; le conviene {{ms}} ms.',
  use: 'Usar {{ms}} milisegundos',
  tooSlow:
    'Su lector se detiene hasta {{longestMs}} ms, más de lo que la caja puede esperar ({{ms}} ms). Acérquelo a su base, cargue la batería o use el cable.',
}
