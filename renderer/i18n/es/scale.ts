/** The scale on a wire, in Chilean Spanish. */
export const scale = {
  scaleWire: {
    title: 'Balanza en la caja',
    lead: 'Con la balanza conectada por cable, el peso llega solo a la venta. Siempre se puede escribir.',
    port: 'Puerto',
    none: 'Sin balanza',
    other: 'Otro puerto…',
    path: 'Nombre del puerto',
    pathHint: 'Por ejemplo COM3 o /dev/ttyUSB0.',
    protocol: 'Protocolo',
    speed: 'Velocidad (baudios)',
    framing: 'Bits, paridad y parada',
    protocols: {
      lines: 'Envía el peso sola (CAS, A&D, Ohaus)',
      'cas-asked': 'Caja registradora CAS (ENQ)',
      'toledo-asked': 'Toledo 8213 (W)',
    },
    try: 'Probar balanza',
    trying: 'Escuchando…',
    tryHint: 'Ponga algo encima y pruebe antes de guardar.',
    use: 'Usar {{weight}} de la balanza',
    last: 'El último peso estable fue {{weight}}, hace {{seconds}} s.',
    sold: 'Este peso ya se usó en una línea. Cambie lo que hay en la balanza, o úselo otra vez.',
    says: {
      weight: 'La balanza marca {{weight}}.',
      empty: 'La balanza está en cero. Ponga el producto encima.',
      moving: 'El peso todavía se mueve. Espere a que se estabilice.',
      'below-zero': 'La balanza marca bajo cero. Vacíela y póngala en cero.',
      overload: 'Hay demasiado peso sobre la balanza.',
      'other-unit': 'La balanza está en «{{unit}}». Póngala en kilos.',
      silent: 'La balanza no responde. Revise que esté encendida, o escriba el peso.',
      unclear:
        'No se entiende lo que envía la balanza. Revise su velocidad y protocolo en Ajustes.',
      none: 'Aquí no hay balanza por cable.',
    },
  },
}
