// Talks to an engine through @sabaki/gtp, the code with which Sabaki talks to its engines, in the
// way Sabaki does: a pipelined start-up, a game, an analysis that the next command ends.
//
//   NODE_PATH=FOLDER/node_modules node sabaki.js ENGINE ARGUMENTS...
const assert = require('assert')
const {Controller} = require('@sabaki/gtp')

async function main() {
  const [path, ...args] = process.argv.slice(2)
  const engine = new Controller(path, args)
  const complaints = []
  engine.on('stderr', ({content}) => complaints.push(content))
  engine.start()
  const send = async (name, ...args) => {
    const response = await engine.sendCommand({name, args})
    assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
    return response.content
  }

  // Sabaki does not wait for answers.
  const [name, version, protocol, list] = await Promise.all([
    send('name'),
    send('version'),
    send('protocol_version'),
    send('list_commands'),
  ])
  assert.equal(name, 'Andor')
  assert(/^\d+\.\d+/.test(version), version)
  assert.equal(protocol, '2')
  const commands = list.split('\n')
  for (const wanted of ['genmove', 'undo', 'kata-analyze', 'lz-genmove_analyze', 'loadsgf']) {
    assert(commands.includes(wanted), `${wanted} is not listed`)
  }

  await Promise.all([
    send('komi', '8.5'),
    send('boardsize', '3'),
    send('clear_board'),
    send('play', 'B', 'B2'),
    send('play', 'W', 'A1'),
  ])
  await send('undo')
  await send('undo')

  // An analysis goes on until the next command; lines are parsed as Sabaki parses them.
  let best = null
  const done = engine.sendCommand({name: 'kata-analyze', args: ['B', '5']}, ({line}) => {
    for (const part of line.split(/\s*info\s+/).slice(1)) {
      const pv = part.match(/\bpv\s+(.*)$/)
      const words = part.slice(0, pv.index).trim().split(/\s+/)
      const pairs = {}
      for (let i = 0; i + 1 < words.length; i += 2) pairs[words[i]] = words[i + 1]
      assert(/^([A-HJ-Z]\d+|pass)$/.test(pairs.move), part)
      assert(+pairs.visits > 0 && +pairs.winrate >= 0 && +pairs.winrate <= 1, part)
      assert(pairs.winrate.includes('.'), part)
      if (+pairs.order === 0 && pairs.solved === 'win') best = pairs.move
    }
  })
  while (best == null) await new Promise((resolve) => setTimeout(resolve, 20))
  assert.equal(best, 'B2')
  assert.equal(await send('protocol_version'), '2')
  await done

  const unknown = await engine.sendCommand({name: 'sabaki-genmovelog', args: []})
  assert(unknown.error && unknown.content === 'unknown command', unknown.content)
  assert.equal(await send('genmove', 'B'), 'B2')
  assert.equal(await send('rectangular_boardsize', '3', '2'), '')
  await engine.stop()
  assert.deepEqual(complaints, [])
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
