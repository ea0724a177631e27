/** How a notice or a state is coloured. */
export type Tone = 'bad' | 'wait' | 'good' | 'info' | 'plain'
