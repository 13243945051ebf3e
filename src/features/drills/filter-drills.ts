import type { Course, CourseModule } from '../../config/courses.ts'
import type { Drill } from '../../i18n/module-content.ts'

/** A drill of the library, with the module that explains it. */
export type LibraryDrill = { course: Course; module: CourseModule; drill: Drill }

/** What a coach looks for. Absent values match every drill. */
export type DrillFilter = {
  /** Words to find anywhere on the drill card. */
  words?: string | undefined
  /** The age of the group, in years. */
  age?: number | undefined
  /** The number of players who are there. */
  players?: number | undefined
  /** The minutes that are available. */
  minutes?: number | undefined
  /** The longest side of the space, in steps. */
  space?: number | undefined
  onlyFavourites?: boolean | undefined
}

/** Converts a text to lower case without accents, because users rarely type them in a search. */
const foldText = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Whether a value is in a range. An absent value is in every range. */
const isIn = ([from, to]: readonly [number, number], value: number | undefined): boolean =>
  value === undefined || (value >= from && value <= to)

/** Lists every text of a drill card, so that equipment and adaptations are found too. */
const listTexts = ({ name, equipment, ...drill }: Drill): string[] => [
  name,
  ...equipment.map(({ text }) => text),
  ...[drill.setUp, drill.steps, drill.coachingPoints, drill.easier, drill.harder].flat(),
  ...[drill.inclusive, drill.safety].flat(),
]

/** Returns the drills that match a filter, in the order of the courses. Every word must occur on the card. */
export const filterDrills = (
  drills: readonly LibraryDrill[],
  { words = '', age, players, minutes, space, onlyFavourites = false }: DrillFilter,
  favourites: readonly string[],
): LibraryDrill[] => {
  const foldedWords = foldText(words).split(/\s+/).filter(Boolean)
  const hasWords = (drill: Drill): boolean => {
    const text = foldText(listTexts(drill).join(' '))
    return foldedWords.every((word) => text.includes(word))
  }
  const suitsGroup = (drill: Drill): boolean => isIn(drill.ages, age) && isIn(drill.players, players)
  const fitsTimeAndSpace = (drill: Drill): boolean => {
    const longestSide = Math.max(drill.space.length, drill.space.width)
    return drill.minutes <= (minutes ?? Infinity) && longestSide <= (space ?? Infinity)
  }
  return drills.filter(({ module, drill }) => {
    if (onlyFavourites && !favourites.includes(module.id)) return false
    return hasWords(drill) && suitsGroup(drill) && fitsTimeAndSpace(drill)
  })
}
