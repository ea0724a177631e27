/** Refusals of updates of the program, in English. */
export const updateRefusals = {
  UPDATE_NOT_HERE:
    'This program does not update itself on this computer. Install the new version by hand, with the till closed.',
  UPDATE_NO_KEY:
    'This program was made without the key of its versions and can believe none. Install the new version by hand.',
  UPDATE_NO_PLACE:
    'It is not said where versions come from. Type the folder or the address and save it.',
  UPDATE_PLACE_NOT_VALID:
    'Type a whole folder (/media/stick/meson or D:\\meson, for example) or an address that begins with https://.',
  UPDATE_PLACE_AWAY:
    '{place} cannot be reached ({detail}). Connect the stick or the network and try again; the till goes on selling.',
  UPDATE_SIGNATURE:
    'What lies at {place} is not signed by whoever makes this program. Nothing of it was used. Tell support.',
  UPDATE_FEED_NOT_VALID:
    'What lies at {place} is signed but not for this computer, or this till does not understand it. Tell support.',
  UPDATE_FILE_WRONG:
    'The file {file} is not the one that was signed: it came in half or somebody changed it. It was deleted. Fetch it again.',
  UPDATE_NOT_NEWER: 'Version {here} is here; {there} is not newer. Nothing was changed.',
  UPDATE_NOT_OLDER:
    'Version {here} is here; going back to {there} is not going back. Nothing was changed.',
  UPDATE_SCHEMA_OLDER:
    'Version {there} cannot read the data as {here} keeps them. If it must be, install it by hand with support: when it opens it says which backup it can read and how that is restored.',
  UPDATE_NOT_READY: 'The installer is not here yet. Look for it and fetch it first.',
  UPDATE_SALE_OPEN: 'A sale is open. Charge it, park it or empty it, and ask for the update again.',
  UPDATE_UNSENT:
    'Receipts not sent yet: {count}. Wait until they are, and ask for the update again.',
  UPDATE_PRINTING:
    'Papers not printed yet: {count}. Wait until they are, and ask for the update again.',
  UPDATE_SHIFT_OPEN: 'The shift is open. Close it, and ask for the update again.',
  UPDATE_NEEDS_BACKUP:
    'There is no backup of this moment. Look at the room on the disk and try again.',
  UPDATE_NOT_INSTALLED:
    'Version {there} was not installed: the password was not given or the installer did not finish. {here} is here as before. Ask for the update again.',
  UPDATE_BUSY: 'A version is being looked for or fetched. Wait until that ends.',
  UPDATE_NOT_KEPT:
    'This computer does not let the new version be kept ({detail}). Look at the disk and who may write into the data folder, and try again.',
  UPDATE_DISK_FULL: 'There is no room to fetch the new version. Free {megabytes} MB and try again.',
}
