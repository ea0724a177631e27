import type { supportRefusals as spanish } from '../es/support.ts'

/** Refusals of copies, restoring, moving and what else support does, in English. */
export const supportRefusals: Readonly<Record<keyof typeof spanish, string>> = {
  RECOVERY_CODE_NOT_VALID:
    'The code has 25 letters and digits in five groups. One does not fit: copy it again from the paper.',
  COPY_CODE_WRONG:
    'That code does not open it. Look for the code that was written down with this copy.',
  COPY_CODE_FORGOTTEN:
    'The code of that folder was not written down, and it is kept nowhere. Press “Use another folder” and choose the same: a new one is shown.',
  COPY_PLACE_AWAY:
    'The USB stick or network folder is not there ({folder}). Connect it and try again.',
  COPY_PLACE_FULL:
    'No room is left in {folder}. Delete what is not the till’s, or use another stick. Earlier copies are still there.',
  COPY_PLACE_READ_ONLY:
    'Nothing can be written in {folder}. Check the lock of the stick or the permissions of the folder.',
  COPY_PLACE_PULLED:
    '{folder} went away half-way. What was begun is not used; connect it and try again.',
  COPY_PLACE_IS_TILL:
    'That folder is the till’s own: if the disk fails, both are gone. Choose a stick or a network folder.',
  COPY_PLACE_NOT_CHOSEN: 'Choose first where the second copy goes.',
  COPY_PLACE_OF_ANOTHER:
    'That folder holds copies this till cannot open. Type their code, or choose another folder.',
  COPY_DAMAGED: 'The copy is damaged ({detail}) and is not used. Choose another.',
  COPY_NOT_THE_SAME:
    'The copy was read back and is not the same as the till ({detail}). It does not count. Try another stick and tell support.',
  COPY_TOO_LARGE: 'The database is over 8 GB: no copy holds it. Tell support.',
  COPY_NOT_FOUND: 'That backup is no longer there. Choose another from the list.',
  OWN_DISK_FULL: 'No room is left on this till’s disk to check the copy. Free some and try again.',
  SUPPORT_BUSY: 'A support task is under way. Wait until it ends, or stop it.',
  SUPPORT_STOPPED: 'It was stopped. What was there before is as it was.',
  SUPPORT_NOT_HERE: 'This cannot be done at this till.',
  SUPPORT_FAILED: 'It could not be done ({detail}). Nothing changed. Tell support.',
  BACKUP_OF_OTHER_SHOP:
    'This backup is of {shop}, {rut}, not of this shop. If that is what you want, type that RUT. What was sold here is set aside, never mixed.',
  BACKUP_OF_OTHER_KIND:
    'One is for practice and the other a shop’s: their sales are never mixed. Open the till in another folder to restore it.',
  TILL_AT_REST:
    'This till is at rest because it is being taken to another computer: it sells, prints and sends nothing. To go on here: Settings, Support, Sell here again.',
  DOUBT_SETTLED: 'That question is no longer open at this till.',
  DOUBT_NEEDS_NUMBER: 'Type another till number: two of one number look alike on paper.',
  MOVE_OF_PRACTICE:
    'This till is for practice: there is nothing to take along. Install Mesón on the other computer and practise there.',
  MOVE_ALREADY_LEFT:
    'The copy of this till is whole and somebody may open it. To go on here type its code: Sell here again.',
  MOVE_NOT_AT_REST: 'This till is not at rest: it sells as always.',
  MOVE_SECRET_CLOSED:
    'The keyring of this computer does not open the till’s keys. Sign in as the usual user, unlock the keyring and try again.',
  MOVE_CUT_AT_NAMING:
    '{folder} was lost at the last step. This till sells no more; nothing was lost. Connect it: if the copy of the move is in the list, open it on the other computer. If not, here: Sell here again, with the code.',
  MOVE_ONLY_IN_WINDOW:
    'The system’s keyring holds this till’s keys and only the till itself opens them. Open it and take it along from Settings, Support.',
  MOVE_LOST_NEEDS_RUT:
    'If copy and code are lost, type the RUT of {shop} with --rut. The till opens in doubt, should somebody have opened the copy.',
  COPY_OF_NEWER_PROGRAM:
    'It was saved by a newer version of Mesón, which this one cannot read. Update Mesón on this computer and try again.',
  FOLDER_NOT_VALID:
    'Type the whole folder, as the system shows it, for example /media/stick or E:\\.',
}
