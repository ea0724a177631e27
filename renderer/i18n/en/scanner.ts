/** The barcode scanner's part of the settings, in English. */
export const scanner = {
  title: 'Barcode scanner',
  lead: 'Bluetooth scanners stop for a moment in the middle of a code. The till waits for that pause and never sells by a part of a code.',
  pause: 'Pause to wait for',
  ms: '{{ms}} milliseconds',
  usualMs: '{{ms}} milliseconds (usual)',
  try: 'Try my scanner',
  tryLead: 'Scan three products or more, from where you usually do. Nothing is added to the sale.',
  nothing:
    'Waiting for the first code. If nothing shows, set the scanner up as a keyboard, with Enter or Tab at the end of each code.',
  reading: 'a key every {{strokeMs}} ms, longest pause {{pauseMs}} ms, ends with {{end}}',
  more_one: 'One more code to go.',
  more_other: '{{count}} more codes to go.',
  fits: 'Your scanner stops for up to {{longestMs}} ms: the pause of {{ms}} ms suits it.',
  change:
    'Your scanner stops for up to {{longestMs}} ms. The till waits {{from}} ms; {{ms}} ms suits it.',
  use: 'Use {{ms}} milliseconds',
  tooSlow:
    'Your scanner stops for up to {{longestMs}} ms, more than the till can wait ({{ms}} ms). Bring it closer to its base, charge it or use the cable.',
}
