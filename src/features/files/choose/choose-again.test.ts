import { expect, test } from 'vitest'
import { completedTask } from '../testing/completed-task.ts'
import { matchFiles } from './choose-again.tsx'

const task = (name: string, size: number, id: string) => ({ ...completedTask(name), size, id })
const chosen = (name: string, content: string) => ({ file: new File([content], name), path: name })

test('assigns a chosen file to one upload with its name and size', () => {
  const tasks = [task('game.mp4', 1, 'one'), task('game.mp4', 2, 'two'), task('game.mp4', 2, 'three')]
  const files = [
    chosen('game.mp4', 'bb'),
    chosen('game.mp4', 'cc'),
    chosen('game.mp4', 'dd'),
    chosen('drill.mp4', 'a'),
    chosen('game.mp4', 'a'),
  ]
  const { taskFiles, otherFiles } = matchFiles(tasks, files)
  expect(taskFiles.map(({ task: { id }, chosenFile: { file } }) => [id, file.size])).toEqual([
    ['two', 2],
    ['three', 2],
    ['one', 1],
  ])
  expect(otherFiles.map(({ file }) => file.name)).toEqual(['game.mp4', 'drill.mp4'])
})
