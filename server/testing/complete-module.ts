import { findModule } from '../../src/config/courses.ts'
import { createSampleAnswers } from './sample-answers.ts'
import type { TestClient } from './test-client.ts'

export const answerSurvey = (coach: TestClient, customer: string, moduleId: string) => {
  const answers = createSampleAnswers(moduleId)
  return findModule(moduleId)?.module.kind === 'extra'
    ? coach.deliver('/api/save-extra-answers', { customer_id: customer, extra_module_id: moduleId, answers })
    : coach.deliver('/api/save-answers', { customer_id: customer, video_id: moduleId, answers })
}

export const finishModule = (coach: TestClient, customer: string, moduleId: string) => {
  const module = findModule(moduleId)?.module
  const watched = module?.kind === 'video' ? [[0, module.video.duration]] : []
  const done = { watched, position: null, read: module?.kind === 'extra' }
  return coach.deliver('/api/save-progress', { customer_id: customer, module_id: moduleId, ...done })
}

/** Does everything in a module that its certificate requires. */
export const completeModule = async (coach: TestClient, customer: string, moduleId: string) => {
  await finishModule(coach, customer, moduleId)
  await answerSurvey(coach, customer, moduleId)
}
