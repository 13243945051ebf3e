/**
 * The kinds of equipment that a coach has or lacks. `locales/module-source.ts` assigns a kind to the
 * equipment of each drill.
 */
export const equipmentKinds = ['ball', 'largeBall', 'cone', 'bib', 'rope', 'card'] as const
export type EquipmentKind = (typeof equipmentKinds)[number]

/**
 * The needs that drill cards have adaptations for. `autism` includes attention and what disturbs the senses,
 * `balance` includes crutches, `speech` includes people who speak another language, and `pace` includes
 * people who tire soon.
 */
export const drillNeeds = [
  'wheelchair',
  'lowVision',
  'hearing',
  'balance',
  'speech',
  'autism',
  'pace',
] as const
export type DrillNeed = (typeof drillNeeds)[number]
