/** The card terminal, in Spanish. */
export const card = {
  card: {
    present: 'Acerque o inserte la tarjeta',
    cancelHint: 'Para cancelar: tecla roja del terminal.',
    steps: {
      sent: 'Esperando al terminal…',
      card: 'El terminal espera la tarjeta.',
      confirm: 'El cliente confirma en el terminal.',
      installments: 'El cliente elige las cuotas.',
      pin: 'El cliente escribe su clave.',
      bank: 'El terminal consulta al banco.',
      notTaken: 'El cobro espera al terminal.',
    },
    notTaken:
      'El terminal todavía no toma el cobro. Vea que esté encendido y con internet (wifi). Si no, cancélelo aquí.',
    cancelHere: 'Cancelar este cobro',
    sendsItself: 'El monto va solo al terminal. Sin monto se cobra todo lo que falta.',
    unknown: 'Verificando si el terminal cobró',
    unknownLead: 'No cobre de nuevo.',
    asking: 'La caja le pregunta al terminal desde hace {{seconds}} s.',
    lookAtPaper: 'El terminal ya no lo puede decir: mire el voucher.',
    cable: 'Revise que el terminal esté encendido y conectado.',
    question: '¿El voucher del terminal dice APROBADO, por {{amount}}, boleta {{ticket}}?',
    yes: 'Sí, dice APROBADO',
    yesMeans: 'Escribe su código de autorización y la venta queda pagada.',
    no: 'No, no está aprobado',
    noMeans: 'No se cobró: la venta sigue abierta y se puede cobrar de nuevo.',
    wait: 'No sé, seguir preguntando',
    waitMeans:
      'La caja sigue preguntando. Puede dejar esta venta en espera y atender al siguiente en efectivo.',
    waitFirst:
      'La caja sigue preguntando. Si en {{left}} s no lo sabe, usted responde por el voucher.',
    authorizationTitle: 'Está aprobado en el voucher',
    authorizationLead: 'Cópielo del voucher que imprimió el terminal.',
    authorization: 'Código de autorización',
    authorized: 'Queda pagado',
    openHere: 'No se sabe si el terminal cobró {{amount}}. No cobre de nuevo.',
    openElsewhere: 'No se sabe si el terminal cobró {{amount}} de otra venta.',
    answer: 'Ver y responder',
    declined: 'Tarjeta no aprobada. No se cobró.',
    reasons: {
      refused: 'El banco la rechazó.',
      host: 'El banco no respondió.',
      connection: 'El terminal no tiene conexión.',
      cancelled: 'Se canceló en el terminal o desde la caja.',
      minimum: 'El monto es menos que el mínimo del terminal.',
      closeFirst: 'El terminal pide hacer primero su cierre.',
      timeout: 'Nadie usó la tarjeta a tiempo.',
      paper: 'Al terminal le falta papel.',
      unsent: 'El terminal no está conectado, o está ocupado: el monto no salió de la caja.',
      notCharged: 'El terminal confirma que no hubo cobro.',
      byHand: 'Así lo dijo quien miró el voucher.',
    },
    byHand: 'Cobrar a mano en el terminal',
    byHandLead: 'Digite el monto en el terminal. Cuando apruebe, copie el código del voucher.',
    withoutSale: 'Pago con tarjeta aprobado sin venta: {{amount}} ({{reference}}).',
    givenBack: 'Ya se devolvió en el terminal',
    denied:
      'El terminal dice que no se cobró {{amount}} (boleta {{ticket}}), y {{by}} dijo que sí: la venta está entregada. Cóbrela de nuevo al cliente, o asuma la diferencia.',
    refundAsked:
      'Devolviendo {{amount}} a la tarjeta (cobro {{ticket}}): Mercado Pago todavía no lo confirma. No la repita.',
    refundRefused:
      'Mercado Pago no devolvió {{amount}} a la tarjeta (cobro {{ticket}}). Devuélvalos usted y diga cómo:',
    refundUnknown:
      'No se sabe si {{amount}} volvieron a la tarjeta (cobro {{ticket}}). Mire ese cobro en la cuenta de Mercado Pago: si no aparecen, devuélvalos ahí. Diga cómo quedó:',
    refundTwice:
      'El cliente recibió {{amount}} dos veces (cobro {{ticket}}): {{by}} los devolvió por otro medio, y Mercado Pago también los devolvió a la tarjeta.',
    refundWays: { account: 'En la cuenta', cash: 'En efectivo', other: 'Por otro medio' },
    checked: 'Ya se resolvió',
    saidOtherwise: '{{by}} había dicho que no se cobró: el terminal dice que sí.',
    settings: {
      title: 'Terminal de tarjetas',
      lead: 'Conectado, la caja le manda el monto y recibe la aprobación: nadie lo digita dos veces.',
      which: 'Terminal',
      none: 'Ninguno: el monto se digita en el terminal',
      practice: 'De práctica, sin dinero',
      practiceHint:
        'Aprueba todo. Montos terminados en 1: rechazo; en 2: queda sin respuesta y después aparece aprobado; en 3: hay que mirar el voucher.',
      transbank: 'Transbank POS Integrado en {{port}}',
      usbHint: 'La caja lo reconoce por su USB aunque cambie de puerto, y no abre ningún otro.',
      pathHint: 'Este puerto no dice qué tiene conectado: no cambie el cable de lugar.',
      method: 'Medio de pago que va al terminal',
      closes: {
        label: 'Cierre del terminal',
        never: 'A mano, cuando alguien lo haga',
        'by-hand': 'A mano, siempre al cerrar el turno',
        'with-shift': 'Lo manda la caja, después del turno',
      },
      closesHint: {
        never:
          'La caja no sabe cuándo: cada Z compara desde el último cierre que mandó ella, o desde el primer cobro.',
        'by-hand':
          'Ciérrelo en el terminal después de cada Z. El siguiente compara desde ahí y dice que ese cierre nadie lo comprobó.',
        'with-shift':
          'Borra la memoria del terminal. Solo va si los dos cuadran, si nada se anotó a mano ni se devolvió con tarjeta, y si el terminal, preguntado otra vez, dice lo mismo. Si no, queda abierto y el historial del turno lo dice.',
      },
      try: 'Probar el terminal',
      trying: 'Probando…',
      answers: {
        ready: 'El terminal responde.',
        away: 'El puerto abre, pero nadie responde. Ponga el terminal en modo POS integrado.',
        absent: 'No está conectado. Revise el cable y que esté encendido.',
        ambiguous: 'Hay dos equipos iguales conectados. Deje solo el terminal.',
        busy: 'Otro programa, la impresora o la balanza usa ese puerto.',
        'no-permission': 'Esta caja no tiene permiso para abrir ese puerto.',
        offline: 'Mercado Pago no responde. Revise internet y pruebe de nuevo.',
        restart:
          'El terminal quedó en modo punto de venta: apáguelo, enciéndalo y pruebe de nuevo.',
      },
      pointHint:
        'El terminal Point va por internet, sin cable. En mercadopago.cl/developers cree una aplicación, copie su Access Token de producción y péguelo aquí: queda guardado en este computador y no se muestra más.',
      pointTry:
        'Probar no cobra nada. Si el terminal cobraba por sí solo, lo cambia a modo punto de venta: desde entonces recibe los montos de la caja.',
      token: 'Access Token de Mercado Pago',
      tokenKept: 'APP_USR-…',
      link: 'Ver sus terminales',
      forget: 'Olvidar el Access Token',
      linking: 'Preguntando a Mercado Pago…',
      noPoint:
        'Esa cuenta no tiene terminales. Vincule primero el Point a una sucursal y a una caja.',
      pointWhich: 'Cuál está en esta caja (su número está en la etiqueta de atrás)',
      pointAnswers: {
        absent: 'Ese terminal ya no está en la cuenta. Vea de nuevo los terminales y elija.',
        away: 'El terminal no acepta el modo punto de venta. Vincúlelo a una caja en Mercado Pago.',
        'no-permission':
          'No hay un Access Token de esta empresa en este computador, o Mercado Pago ya no lo acepta. Péguelo de nuevo.',
      },
    },
  },
}
