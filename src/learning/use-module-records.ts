import { useEffect, useRef } from 'react'
import type { CourseModule } from '../config/courses.ts'
import { createModuleRecords } from './module-records.ts'

/** The records of what a coach does with a module, beginning with its being on screen: a preloaded one is not. */
export const useModuleRecords = (deps: Parameters<typeof createModuleRecords>[0], module: CourseModule) => {
  const records = createModuleRecords(deps)
  const latest = useRef(records)
  useEffect(() => {
    void latest.current.opened(module)
  }, [module])
  return records
}
