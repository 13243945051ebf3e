import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { preventMisclicks } from './prevent-misclicks.ts'

let place: HTMLElement
let heard: string[]

// The listeners stay on the document, as in the app.
beforeAll(() => preventMisclicks(document))
beforeEach(() => {
  heard = []
  place = document.createElement('div')
  document.body.append(place)
  place.addEventListener('click', (event) => {
    event.preventDefault()
    if (event.target instanceof Element) heard.push(event.target.id)
  })
})
afterEach(() => place.remove())

const show = (html: string) => void (place.innerHTML = html)
const find = (id: string) => document.querySelector(`#${id}`)!
const fire = (id: string, type: string, detail: number) => {
  const Kind = type === 'click' ? MouseEvent : PointerEvent
  find(id).dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, detail }))
}
const down = (id: string) => fire(id, 'pointerdown', 0)
const click = (id: string, detail = 1) => fire(id, 'click', detail)

const two = '<button id="a">A</button><a id="b" href="/b"><span id="inside">B</span></a>'

test.each([
  ['the same button', 'a', 'a'],
  ['the same link', 'b', 'inside'],
])('lets a press on %s through', (_, from, to) => {
  show(two)
  down(from)
  click(to)
  expect(heard).toEqual([to])
})

test('ignores a press that ends on another control', () => {
  show(two)
  down('a')
  click('b')
  expect(heard).toEqual([])
})

test('lets a tap through that a phone moves from beside a control onto it', () => {
  show(`<p id="outside">Text</p>${two}`)
  down('outside')
  click('a')
  expect(heard).toEqual(['a'])
})

test('ignores a press on a link whose target changes meanwhile', () => {
  show(two)
  down('b')
  find('b').setAttribute('href', '/c')
  click('b')
  expect(heard).toEqual([])
})

test('lets a press through on a link that meanwhile leads to another step of its page', () => {
  show('<a id="b" href="/courses/1?step=watch">B</a>')
  down('b')
  find('b').setAttribute('href', '/courses/1?step=run')
  click('b')
  expect(heard).toEqual(['b'])
})

test('ticks no other box than the one that was touched, by itself or by its label', () => {
  const rows = ['m', 'n'].map(
    (name) => `<label id="${name}">${name}<input id="box-${name}" type="checkbox"></label>`,
  )
  show(rows.join(''))
  down('n')
  click('m')
  expect(heard).toEqual([])
  down('box-n')
  click('n')
  expect(heard).toEqual(['n'])
})

test('lets the click through that a button makes on another control', () => {
  show(two)
  find('a').addEventListener('click', () => click('b'))
  down('a')
  click('a')
  expect(heard).toEqual(['b', 'a'])
})

test('lets a press through if its control was rendered again', () => {
  show(two)
  down('b')
  show(two)
  click('b')
  expect(heard).toEqual(['b'])
})

test('ignores a press if another control stands in the place of the first', () => {
  show('<button id="a">Delete m.txt</button>')
  down('a')
  show('<button id="a">Delete n.txt</button>')
  click('a')
  expect(heard).toEqual([])
})

test('lets a button change its words during a press', () => {
  show('<button id="a">Again in 2 s</button>')
  down('a')
  find('a').textContent = 'Again in 1 s'
  click('a')
  expect(heard).toEqual(['a'])
})

test('lets clicks of keys and screen readers through, wherever the last press was', () => {
  show(two)
  down('a')
  click('b', 0)
  expect(heard).toEqual(['b'])
})

test('forgets a press that became a scroll', () => {
  show(two)
  down('a')
  fire('a', 'pointercancel', 0)
  click('b')
  expect(heard).toEqual(['b'])
})
