import type { desk as spanish } from '../es/desk.ts'

/** This machine: the customer's screen and how the program starts, in English. */
export const desk: typeof spanish = {
  desk: {
    title: 'Screens and machine',
    lead: 'The screen the customer looks at, and how the till opens on this machine.',
    display: "Customer's screen",
    displayOn: 'Show the sale to the customer on another screen',
    displayHint: 'The customer sees the products, the total and the change. Nothing else.',
    screen: 'On which screen',
    anyScreen: "The one that is not the cashier's",
    screenName: 'Screen {{name}} ({{width}} × {{height}})',
    cashiers: "Screen {{name}} (the cashier's)",
    noSecond: 'No other screen is plugged in. Once it is, the sale appears by itself.',
    openHere: "Open the customer's screen",
    openHint: "Another window opens: take it to the customer's screen and press F11.",
    picture: 'Picture while nothing is sold',
    pictureHint: 'PNG or JPEG up to 500 KB. Without one, the logo of the receipts is shown.',
    choosePicture: 'Choose a picture',
    removePicture: 'Remove the picture',
    pictureSaved: 'The picture was saved.',
    start: 'When the machine is switched on',
    startsWithSystem: 'Open the till at sign-in',
    fillsScreen: 'The till takes the whole screen (kiosk mode)',
    onlyInstalled: 'These are options of the installed program.',
  },
}
