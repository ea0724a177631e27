import type { staffRefusals as spanish } from '../es/staff.ts'

/** Refusals of people and their rights, and of shifts, in English. */
export const staffRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  // Staff
  SIGN_IN_REQUIRED: 'Nobody serves at this till. Choose your name and type your PIN.',
  PIN_REQUIRED: 'Type the PIN.',
  PIN_WRONG: 'The PIN is not right.',
  PIN_LOCKED: 'Too many wrong PINs. Try again in {seconds} seconds.',
  PIN_LOCKED_FOR_PERMISSIONS:
    'Too many wrong PINs. Wait {seconds} seconds, or let whoever allows it sign in with their own PIN: that still works.',
  PIN_NOT_VALID: 'A PIN has 4 to 8 digits.',
  PIN_ELSEWHERE:
    '{name} has no PIN at this till yet: sign in once at the other till, or have the owner set another one.',
  PIN_OF_ANOTHER_MACHINE:
    'The PINs of this till were kept on another machine, or its keyring does not open. Support makes the owner a new one: {program} owner-pin.',
  PIN_TOO_EASY: 'That PIN is too easy. Do not repeat one digit or count in a row.',
  SEAL_NOT_VALID: 'Type the seal as it stands on the Z, for example 1-128 A1B2-C3D4-E5F6.',
  STAFF_NOT_FOUND: 'That person no longer serves at this till.',
  STAFF_NAME_TAKEN: 'Somebody has that name already. Add the surname.',
  STAFF_FULL: 'A till takes at most {most} people. Remove those who no longer serve.',
  FIRST_IS_OWNER: 'The first person must be the owner, so that somebody can manage the others.',
  LAST_OWNER: 'At least one owner must stay.',
  OWNER_CODE_OWNER_ONLY: 'The code is made by an owner who came in with their own PIN.',
  OWNER_CODE_NONE: 'This till has no code that is good: it was used, or another was made.',
  OWNER_CODE_WRONG: 'That is not the code. Check it letter by letter.',
  OWNER_CODE_LOCKED: 'Too many wrong codes. Try again in {minutes} min.',
  ROLE_REQUIRED: 'Choose at least one role.',
  ROLE_NOT_FOUND: 'That role is gone. Open this part again.',
  ROLE_NAME_TAKEN: 'There is a role of that name already.',
  ROLE_IN_USE: '{names} has this role: take it away first, or archive it.',
  ROLE_ARCHIVED: 'That role is archived: nobody else gets it.',
  ROLES_FULL: 'A till takes at most {most} roles of its own. Delete those nobody uses.',
  OWNER_PIN_REQUIRED: 'The settings are lent: to save a person, {name} types their PIN here.',
  RIGHT_ABOVE_OWN: 'Nobody gives rights they do not have. Ask the owner.',
  RECEIPT_NOT_SEEN:
    'This receipt is not shown to your role. Ask a supervisor for it; to take it back, type the folio of its paper in Receipts.',
  RIGHT_REQUIRED: 'This action needs the permission of a supervisor.',
  OWNER_REQUIRED: 'The owner changes this: sign in with the owner’s PIN (⇧F1) and save it again.',
  APPROVAL_REQUIRED: 'A supervisor has to allow it: {what}. Go back to the sale and charge again.',
  APPROVER_TOO_LOW: '{name} cannot allow this. Ask somebody else.',
  PERCENT_NOT_VALID: 'Type a percentage from 0 to 100.',
  DRAWER_NOT_OPENED: 'The drawer did not open. Check that the printer is on and connected.',
  // Shifts
  SHIFTS_NOT_USED: 'This till does not use shifts. Turn them on in Settings.',
  SHIFT_REQUIRED:
    'No shift is open. Open one with its float (F11) and go on: the sale stays on the screen.',
  SHIFT_ALREADY_OPEN: 'Shift {number} is open already; {name} opened it.',
  SHIFT_NOT_OPEN: 'That shift is not open any more. Look at the closed ones.',
  SHIFT_NOT_FOUND: 'That shift was not found on this till.',
  SHIFT_DISK_LOW:
    'There are {free} MB of disk left and a shift needs {least}. Free some space and open it again.',
  SHIFT_STILL_OPEN: 'Shift {number} is open. Close it before you stop using shifts.',
  SHIFT_NOT_SAVED:
    'It is not known whether it was saved. Press again: nothing is written down twice.',
  SHIFT_DISK_FULL: 'The disk is full and it was not saved. Free some space and try again.',
  SHIFT_DIFFERENCE_REASON:
    'There is a difference of {difference} from what was expected. Type the reason, or what you know of it.',
  SHIFT_SALE_PAID_IN_PART:
    'Sales nobody has charged have payments taken: {what}. Charge them, or take those payments out, and count then.',
  SHIFT_COUNT_OLD: 'Something was sold or moved after this count. Count again and close.',
  SHIFT_HIDDEN:
    'This shift is counted blind: a supervisor sees its sums, and you once it is closed.',
  SHIFT_RECOUNT_SUPERVISOR:
    'This shift has been counted and what was expected was seen. To count again a supervisor types a PIN.',
  CASH_AMOUNT_NOT_VALID: 'Type the amount in whole pesos, for example 50000.',
  FLOAT_FAR: 'Begin with {amount}? The shift before began with {last}. If so, open again.',
  CASH_AMOUNT_TOO_LARGE: 'The amount looks like a mistake: the most is {limit}.',
  CASH_REASON_REQUIRED: 'Type what it is for, for example "bank deposit" or "small change".',
  CASH_OUT_ABOVE_DRAWER: 'The drawer should hold {there}. Check the amount taken out.',
  CASH_MOVED_BEFORE:
    'This movement was written down already, for {amount}. Close it and look at the list of the shift.',
  COUNT_CASH_REQUIRED: 'Count the cash in the drawer. If there is none, type 0.',
  COUNT_AMOUNT_NOT_VALID: 'Type what was counted in whole pesos; 0 if there is nothing.',
  COUNT_NOT_VALID: 'Type how many there are, from 0 to {most}.',
  COUNT_PIECE_UNKNOWN: 'That coin or note does not circulate in Chile.',
  DOCUMENT_NOT_VALID:
    'The service would not take this receipt ({field}). Correct it before charging.',
  PRODUCT_UNKNOWN:
    'That product is no longer in the catalogue. Remove it from the sale and add it again.',
  TEXT_TOO_LONG: 'It holds at most {most} characters.',
}
