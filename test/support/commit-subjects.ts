/** How a commit is told: the feature first, short, and why in the body. */

const SUBJECT_COLUMNS_MAX = 72
/** A feature or room, a colon, what is different now: `returns: ask for the note's number`. */
const SUBJECT = /^[a-z][a-z0-9-]*(, [a-z0-9-]+)*: \S/

/** `log`: commits as `subject NUL body SOH`. A line for each that is told otherwise. */
export function unclearCommits(log: string): string[] {
  return log
    .split('\u0001')
    .map((commit) => commit.trim().split('\0'))
    .filter(([subject = '']) => subject !== '')
    .flatMap(([subject = '', body = '']) => {
      const faults = [
        ...(subject.length > SUBJECT_COLUMNS_MAX
          ? [`${subject.length} characters, ${SUBJECT_COLUMNS_MAX} at most`]
          : []),
        ...(SUBJECT.test(subject) ? [] : ['begins with no feature and colon']),
        ...(body.trim() === '' ? ['says in no body why'] : []),
      ]
      return faults.length === 0 ? [] : [`commit "${subject.slice(0, 60)}": ${faults.join('; ')}`]
    })
}
