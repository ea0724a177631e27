/** The scale on a wire, in English. */
export const scale = {
  scaleWire: {
    title: 'Scale at the till',
    lead: 'With the scale on a wire the weight comes to the sale by itself. It can always be typed.',
    port: 'Port',
    none: 'No scale',
    other: 'Another port…',
    path: 'Name of the port',
    pathHint: 'For example COM3 or /dev/ttyUSB0.',
    protocol: 'How it speaks',
    speed: 'Speed (baud)',
    framing: 'Bits, parity and stop',
    protocols: {
      lines: 'Sends the weight by itself (CAS, A&D, Ohaus)',
      'cas-asked': 'CAS cash register (ENQ)',
      'toledo-asked': 'Toledo 8213 (W)',
    },
    try: 'Try the scale',
    trying: 'Listening…',
    tryHint: 'Put something on it and try before saving.',
    use: 'Use {{weight}} from the scale',
    last: 'The last steady weight was {{weight}}, {{seconds}} s ago.',
    sold: 'A line has taken this weight already. Change what is on the scale, or use it again.',
    says: {
      weight: 'The scale shows {{weight}}.',
      empty: 'The scale is at zero. Put the goods on it.',
      moving: 'The weight is moving. Wait until it rests.',
      'below-zero': 'The scale is below zero. Empty it and set it to zero.',
      overload: 'There is too much on the scale.',
      'other-unit': 'The scale is set to "{{unit}}". Set it to kilos.',
      silent: 'The scale says nothing. Check that it is on, or type the weight.',
      unclear:
        'What the scale says cannot be understood. Check its speed and how it speaks in Settings.',
      none: 'There is no scale on a wire here.',
    },
  },
}
