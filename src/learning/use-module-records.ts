import { useEffect, useRef, useState } from 'react'
import type { CourseModule } from '../config/courses.ts'
import { createInTurn } from '../lib/async/in-turn.ts'
import { createModuleRecords } from './module-records.ts'

type All = Parameters<typeof createModuleRecords>[0]
type Deps = Omit<All, 'inTurn' | 'doneSince'>

/** The records of a coach's actions in a module. Records the opening on screen, but not a preload. */
export const useModuleRecords = (deps: Deps, module: CourseModule) => {
  const [inTurn] = useState(createInTurn)
  const [doneSince] = useState<All['doneSince']>(() => new Map())
  const records = createModuleRecords({ ...deps, inTurn, doneSince })
  const latest = useRef(records)
  useEffect(() => {
    void latest.current.opened(module)
  }, [module])
  return records
}
