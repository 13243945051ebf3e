import type { Film } from './drawing/film.ts'
import { football1 } from './modules/football-1.ts'
import { football2 } from './modules/football-2.ts'
import { football3 } from './modules/football-3.ts'
import { football4 } from './modules/football-4.ts'
import { football5 } from './modules/football-5.ts'
import { training1 } from './modules/training-1.ts'
import { training2 } from './modules/training-2.ts'
import { training3 } from './modules/training-3.ts'
import { training4 } from './modules/training-4.ts'
import { training5 } from './modules/training-5.ts'
import { training6 } from './modules/training-6.ts'

/** Every film by the id of its module. */
export const films: Readonly<Record<string, Film>> = {
  'training-1': training1,
  'training-2': training2,
  'training-3': training3,
  'training-4': training4,
  'training-5': training5,
  'training-6': training6,
  'football-1': football1,
  'football-2': football2,
  'football-3': football3,
  'football-4': football4,
  'football-5': football5,
}
