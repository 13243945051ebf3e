import { expect, onTestFinished, test } from 'vitest'
import { createHistory } from './create-history.ts'

/** The app in a tab. `heard` records what its router is notified of. */
const start = (tab: Window) => {
  const { history, layers } = createHistory(tab)
  const heard: string[] = []
  history.subscribe(({ location, action }) => heard.push(`${action.type} ${location.search}`))
  return { history, layers, heard }
}

/** Resolves after the immediate consequences of an action. */
const soon = () => new Promise((resolve) => setTimeout(resolve))

/** A tab with its own history, whose coach went from the courses to the files. */
const openTab = async () => {
  const frame = document.createElement('iframe')
  // Only the address matters.
  frame.src = new URL('/favicon.svg', location.href).href
  const load = () => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }))
  const isLoaded = load()
  document.body.append(frame)
  onTestFinished(() => frame.remove())
  await isLoaded
  const tab = frame.contentWindow as Window
  /** The page in the address, and the number of layers that its entry was made for. */
  const shown = () => `${tab.location.search} ${tab.history.state.depth ?? 0}`
  /** The entries that were visited, one after the other. */
  const passed: string[] = []
  tab.addEventListener('popstate', () => passed.push(shown()))
  const app = start(tab)
  app.history.replace('?courses')
  await soon()
  app.history.push('?files')
  await soon()
  app.heard.length = 0
  return { ...app, frame, tab, load, shown, passed }
}

test('Back closes the topmost layer and stays on the page, without notifying the router', async () => {
  const { tab, layers, heard, shown } = await openTab()
  const closed: string[] = []
  layers.add(() => closed.push('preview'))
  await soon()
  layers.add(() => closed.push('question'))
  await soon()
  expect(shown()).toBe('?files 2')
  tab.history.back()
  await expect.poll(() => closed).toEqual(['question'])
  tab.history.back()
  await expect.poll(() => closed).toEqual(['question', 'preview'])
  expect([shown(), heard]).toEqual(['?files 0', []])
  tab.history.back()
  await expect.poll(() => heard).toEqual(['BACK ?courses'])
})

test('a layer closed in another way leaves no history entry: the next Back leaves the page', async () => {
  const { tab, layers, heard, shown } = await openTab()
  const remove = layers.add(() => expect.unreachable())
  await soon()
  remove()
  await expect.poll(shown).toBe('?files 0')
  expect(heard).toEqual([])
  tab.history.back()
  await expect.poll(() => heard).toEqual(['BACK ?courses'])
})

test('a layer that opens as another one closes reuses its entry', async () => {
  const { tab, layers, shown } = await openTab()
  const entries = tab.history.length
  const remove = layers.add(() => expect.unreachable())
  await soon()
  remove()
  const closed: string[] = []
  layers.add(() => closed.push('question'))
  await soon()
  expect([shown(), tab.history.length]).toEqual(['?files 1', entries + 1])
  tab.history.back()
  await expect.poll(() => closed).toEqual(['question'])
})

test('a layer that opens while another one’s entry is being removed gets its own', async () => {
  const { tab, layers, shown, passed } = await openTab()
  const remove = layers.add(() => expect.unreachable())
  await soon()
  remove()
  await Promise.resolve()
  const closed: string[] = []
  layers.add(() => closed.push('question'))
  await expect.poll(() => passed).toEqual(['?files 0'])
  await expect.poll(shown).toBe('?files 1')
  expect(closed).toEqual([])
  tab.history.back()
  await expect.poll(() => closed).toEqual(['question'])
})

test('Back from a page opened by a link in a layer leads to the page below the layer', async () => {
  const { tab, history, layers, heard, shown } = await openTab()
  const remove = layers.add(() => expect.unreachable())
  await soon()
  history.push('?profile')
  remove()
  await soon()
  expect([shown(), heard]).toEqual(['?profile 0', ['PUSH ?profile']])
  tab.history.back()
  await expect.poll(() => heard).toEqual(['PUSH ?profile', 'BACK ?files'])
  expect(shown()).toBe('?files 0')
})

test('a page opened while a layer’s entry is being removed is the one that is shown', async () => {
  const { tab, history, layers, heard, shown } = await openTab()
  const remove = layers.add(() => expect.unreachable())
  await soon()
  remove()
  await Promise.resolve()
  history.push('?profile')
  await expect.poll(shown).toBe('?profile 0')
  expect(heard).toEqual(['PUSH ?profile'])
  tab.history.back()
  await expect.poll(() => heard).toEqual(['PUSH ?profile', 'BACK ?files'])
})

test('one Back leaves a page that was reloaded with a layer open', async () => {
  const { tab, frame, layers, load, shown } = await openTab()
  layers.add(() => undefined)
  await soon()
  const isLoaded = load()
  tab.location.reload()
  await isLoaded
  expect(shown()).toBe('?files 1')
  const { heard } = start(frame.contentWindow as Window)
  await expect.poll(shown).toBe('?files 0')
  expect(heard).toEqual([])
  tab.history.back()
  await expect.poll(() => heard).toEqual(['BACK ?courses'])
})

test('Forward does not reopen a closed layer', async () => {
  const { tab, layers, heard, passed } = await openTab()
  const closed: string[] = []
  layers.add(() => closed.push('preview'))
  await soon()
  tab.history.back()
  await expect.poll(() => closed).toEqual(['preview'])
  tab.history.forward()
  await expect.poll(() => passed).toEqual(['?files 0', '?files 1', '?files 0'])
  expect(heard).toEqual([])
})

test('two steps back at once, as from the Back button’s list, close the layer and leave the page', async () => {
  const { tab, layers, heard, shown } = await openTab()
  const closed: string[] = []
  layers.add(() => closed.push('preview'))
  await soon()
  tab.history.go(-2)
  await expect.poll(() => closed).toEqual(['preview'])
  await expect.poll(() => heard).toHaveLength(1)
  expect([shown(), heard[0]]).toEqual(['?courses 0', expect.stringMatching(/ \?courses$/)])
})
