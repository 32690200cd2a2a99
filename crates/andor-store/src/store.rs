//! The file of a store: a database with a table of entries, a table of what was set aside, and its
//! version.
//!
//! The key of an entry is the text of the game, the picture of the position and the moves after it,
//! separated by zero bytes, so that different positions have different keys. The value is a
//! [`Record`] with a checksum of key and record.
//!
//! Every call opens the file and closes it again. A call waits for a while if another process has
//! the file open for writing.
//!
//! A new store is made under a name of its own beside the file and gets its name when it is
//! complete, so a full disk or a kill leaves no half of a store. A file that a killed writer left
//! is put in order before it is read; where the disk has no room for that, the file is put in order
//! in memory ([`Overlay`]) and stays as it is.

use crate::error::StoreError;
use crate::fact::Fact;
use crate::guard;
use crate::overlay::Overlay;
use crate::part::Part;
use redb::{
    Builder, Database, DatabaseError, Error, ReadTransaction, ReadableDatabase, ReadableTable,
    ReadableTableMetadata, StorageError, Table, TableDefinition, TableError,
};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The kind of file, and its version.
const KIND: &str = "andor store";
const VERSION: u32 = 1;

const ABOUT: TableDefinition<'_, &str, &str> = TableDefinition::new("about");
const ENTRIES: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("entries");
const ASIDE: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("set aside");

/// The bytes of the file that are kept in memory while it is open.
const CACHE: usize = 8 << 20;

/// A call waits so long for other processes.
const PATIENCE: Duration = Duration::from_secs(20);

/// The time between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// A file with fewer bytes is no store.
const LEAST_BYTES: u64 = 1024;

/// The database writes so many bytes at the beginning of its file last; until then they are zero.
const MAGIC_BYTES: usize = 9;

/// What an entry is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The game with its size and its rules.
    pub game: String,
    /// The picture of the position, in the standard form of its class.
    pub position: String,
    /// The moves from that position, where the past matters; otherwise empty, and the position is
    /// the one meant.
    pub moves: String,
}

impl Place {
    fn key(&self) -> Vec<u8> {
        [self.game.as_bytes(), self.position.as_bytes(), self.moves.as_bytes()].join(&0)
    }

    fn of_key(key: &[u8]) -> Option<Place> {
        let mut parts = std::str::from_utf8(key).ok()?.split('\0').map(str::to_string);
        let place = Place { game: parts.next()?, position: parts.next()?, moves: parts.next()? };
        parts.next().is_none().then_some(place)
    }

    /// The place in one line.
    pub fn line(&self) -> String {
        let rows = self.position.split_whitespace().collect::<Vec<_>>().join(" ");
        match self.moves.is_empty() {
            true => format!("{}: {rows}", self.game),
            false => format!("{}: {rows}, after {}", self.game, self.moves),
        }
    }
}

/// The value of an entry.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Record {
    class: u128,
    facts: Vec<Fact>,
}

impl Record {
    fn encode(&self, key: &[u8]) -> Vec<u8> {
        let mut bytes = postcard::to_stdvec(self).unwrap_or_default();
        let sum = checksum(key, &bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    fn decode(key: &[u8], bytes: &[u8]) -> Option<Record> {
        let (body, sum) = bytes.split_last_chunk::<4>()?;
        if checksum(key, body) != u32::from_le_bytes(*sum) {
            return None;
        }
        postcard::from_bytes(body).ok()
    }
}

fn checksum(key: &[u8], body: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(key);
    sum.update(body);
    sum.finalize()
}

/// An entry of a store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it is about.
    pub place: Place,
    /// The key of the position's class, by which searches look; 0 if there is none.
    pub class: u128,
    /// The facts.
    pub facts: Vec<Fact>,
}

/// A fact to add.
#[derive(Clone, Debug)]
pub struct New {
    /// What it is about.
    pub place: Place,
    /// The key of the position's class.
    pub class: u128,
    /// The fact.
    pub fact: Fact,
}

/// Two facts that cannot both be true; neither is used any more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// What they are about.
    pub place: Place,
    /// The facts.
    pub facts: Vec<Fact>,
}

/// What a position turned out to have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// These facts.
    Facts(Vec<Fact>),
    /// These facts, which contradict each other and are set aside.
    Aside(Vec<Fact>),
}

/// What came of adding facts.
#[derive(Clone, Debug, Default)]
pub struct Added {
    /// Facts that were added.
    pub facts: usize,
    /// Facts about positions that were set aside before, which were not added.
    pub refused: usize,
    /// What was set aside now.
    pub contradictions: Vec<Contradiction>,
}

/// How much a store holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Positions.
    pub entries: u64,
    /// Positions that are set aside.
    pub aside: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A file of solved positions.
#[derive(Clone, Debug)]
pub struct Store {
    path: PathBuf,
    patience: Duration,
}

impl Store {
    /// The store in this file, which must be there.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        let store = Store { path: path.to_path_buf(), patience: PATIENCE };
        store.read(|_| Ok(()))?;
        Ok(store)
    }

    /// The store in this file, which is made if it is not there, and which can be written.
    pub fn open_or_create(path: &Path) -> Result<Store, StoreError> {
        let (store, made) = Store::open_or_create_later(path)?;
        made.map_or(Ok(store), Err)
    }

    /// The same, but a new store that finds no room on the disk is no error: it is made by the
    /// first call of [`Store::add`] that finds room. The reason comes with the store.
    pub fn open_or_create_later(path: &Path) -> Result<(Store, Option<StoreError>), StoreError> {
        let store = Store { path: path.to_path_buf(), patience: PATIENCE };
        if path.exists() {
            store.read(|_| Ok(()))?;
            File::options()
                .append(true)
                .open(path)
                .map_err(|error| StoreError::io(path, &error))?;
            return Ok((store, None));
        }
        match store.make() {
            Err(error) if error.is_full => Ok((store, Some(error))),
            made => made.map(|()| (store, None)),
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How much the store holds.
    pub fn totals(&self) -> Result<Totals, StoreError> {
        let (entries, aside) = self
            .read(|open| Ok((open.open_table(ENTRIES)?.len()?, open.open_table(ASIDE)?.len()?)))?;
        let about =
            std::fs::metadata(&self.path).map_err(|error| StoreError::io(&self.path, &error))?;
        Ok(Totals { entries, aside, bytes: about.len() })
    }

    /// Tells the entries of a game, or of all games, in the order of their places.
    pub fn each(
        &self,
        game: Option<&str>,
        hear: &mut dyn FnMut(Entry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.each_of(ENTRIES, game, hear)
    }

    /// Tells the entries that were set aside.
    pub fn each_aside(
        &self,
        hear: &mut dyn FnMut(Entry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.each_of(ASIDE, None, hear)
    }

    fn each_of(
        &self,
        table: TableDefinition<'static, &'static [u8], &'static [u8]>,
        game: Option<&str>,
        hear: &mut dyn FnMut(Entry) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        self.read(|open| {
            let first = game.map_or(Vec::new(), |game| [game.as_bytes(), &[0]].concat());
            let end = game.map_or(vec![0xff], |game| [game.as_bytes(), &[1]].concat());
            for entry in open.open_table(table)?.range(&first[..]..&end[..])? {
                let (key, value) = entry?;
                let entry =
                    Place::of_key(key.value()).zip(Record::decode(key.value(), value.value()));
                let (place, Record { class, facts }) = entry.ok_or_else(wrong_entry)?;
                if hear(Entry { place, class, facts }).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// What is known about a place.
    pub fn get(&self, place: &Place) -> Result<Found, StoreError> {
        let key = place.key();
        self.read(|open| {
            for (table, make) in
                [(ENTRIES, Found::Facts as fn(_) -> _), (ASIDE, Found::Aside as fn(_) -> _)]
            {
                if let Some(value) = open.open_table(table)?.get(&key[..])? {
                    let record = Record::decode(&key, value.value()).ok_or_else(wrong_entry)?;
                    return Ok(make(record.facts));
                }
            }
            Ok(Found::Nothing)
        })
    }

    /// Adds facts. A fact that contradicts what is there is set aside together with it.
    pub fn add(&self, news: &[New]) -> Result<Added, StoreError> {
        if news.is_empty() && self.path.exists() {
            return Ok(Added::default());
        }
        self.write(|entries, aside| {
            let mut added = Added::default();
            for New { place, class, fact } in news {
                add(entries, aside, place, *class, fact, &mut added)?;
            }
            Ok(added)
        })
    }

    /// Adds one fact.
    pub fn add_one(&self, place: &Place, class: u128, fact: Fact) -> Result<Added, StoreError> {
        self.add(&[New { place: place.clone(), class, fact }])
    }

    /// Adds all entries of another store, and sets aside what it has set aside.
    pub fn merge(&self, other: &Store) -> Result<Added, StoreError> {
        let mut added = Added::default();
        let mut held = Vec::new();
        let mut result = Ok(());
        let mut flush = |held: &mut Vec<New>| {
            let part = self.add(held)?;
            held.clear();
            added.facts += part.facts;
            added.refused += part.refused;
            added.contradictions.extend(part.contradictions);
            Ok::<(), StoreError>(())
        };
        other.each(None, &mut |Entry { place, class, facts }| {
            held.extend(facts.into_iter().map(|fact| New { place: place.clone(), class, fact }));
            if held.len() >= MERGED_AT_ONCE {
                result = flush(&mut held);
            }
            if result.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        result?;
        flush(&mut held)?;
        let mut aside = Vec::new();
        other.each_aside(&mut |entry| {
            aside.push(entry);
            ControlFlow::Continue(())
        })?;
        for Entry { place, class, facts } in aside {
            self.set_aside(&place, class, &facts)?;
        }
        Ok(added)
    }

    /// Sets all facts about a place aside, together with these.
    pub fn set_aside(&self, place: &Place, class: u128, facts: &[Fact]) -> Result<(), StoreError> {
        let key = place.key();
        self.write(|entries, aside| {
            let known = match entries.remove(&key[..])? {
                Some(value) => Record::decode(&key, value.value()).ok_or_else(wrong_entry)?.facts,
                None => Vec::new(),
            };
            let before = match aside.get(&key[..])? {
                Some(value) => Record::decode(&key, value.value()).ok_or_else(wrong_entry)?.facts,
                None => Vec::new(),
            };
            let mut all = before;
            for fact in known.into_iter().chain(facts.iter().cloned()) {
                if !all.contains(&fact) {
                    all.push(fact);
                }
            }
            let value = Record { class, facts: all }.encode(&key);
            aside.insert(&key[..], &value[..])?;
            Ok(())
        })
    }

    /// Reads the file.
    fn read<T>(
        &self,
        work: impl FnOnce(&ReadTransaction) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        self.look_first()?;
        self.guarded(|| {
            let database = self.patiently(|| self.open_to_read())?;
            read_in(&*database, work).map_err(|error| self.error(error))
        })
    }

    /// Opens the file for reading. If the last writer was killed, or found no room, the file is put
    /// in order.
    fn open_to_read(&self) -> Result<Box<dyn ReadableDatabase>, DatabaseError> {
        let open = || builder().open_read_only(&self.path);
        let opened = match open() {
            Err(DatabaseError::RepairAborted) => match builder().open(&self.path).map(drop) {
                Ok(()) => open(),
                Err(DatabaseError::Storage(StorageError::Io(error))) if is_of_writing(&error) => {
                    Err(DatabaseError::RepairAborted)
                }
                Err(error) => return Err(error),
            },
            opened => opened,
        };
        match opened {
            Err(DatabaseError::RepairAborted) => {
                let file = Overlay::over(File::open(&self.path)?)?;
                Ok(Box::new(builder().create_with_backend(file)?))
            }
            opened => Ok(Box::new(opened?)),
        }
    }

    /// Changes the file in one transaction; makes it if it is not there.
    fn write<T>(
        &self,
        work: impl FnOnce(&mut Entries<'_>, &mut Entries<'_>) -> Result<T, Error>,
    ) -> Result<T, StoreError> {
        if !self.path.exists() {
            self.make()?;
        }
        self.look_first()?;
        self.guarded(|| {
            let database = self.patiently(|| builder().open(&self.path))?;
            let about = database.begin_read().map_err(Error::from).and_then(|open| check(&open));
            about.and_then(|()| write_in(&database, work)).map_err(|error| self.error(error))
        })
    }

    /// Makes the file of a store without entries. A store that another process makes meanwhile
    /// stays.
    fn make(&self) -> Result<(), StoreError> {
        let failed = |error: &std::io::Error| StoreError::io(&self.path, error);
        // A link to a file that is not there stays a link.
        let path = match std::fs::read_link(&self.path) {
            Ok(to) => self.path.with_file_name(to),
            Err(_) => self.path.clone(),
        };
        let part = Part::beside(&path).map_err(|error| failed(&error))?;
        self.guarded(|| {
            let file = part.file().map_err(|error| failed(&error))?;
            let made = builder().create_file(file).map_err(Error::from).and_then(|database| {
                let mut change = database.begin_write()?;
                change.set_quick_repair(true);
                change.open_table(ABOUT)?.insert("format", &*format!("{KIND} {VERSION}"))?;
                change.open_table(ENTRIES)?;
                change.open_table(ASIDE)?;
                Ok(change.commit()?)
            });
            made.map_err(|error| self.error(error))
        })?;
        part.name(&path).map_err(|error| failed(&error))
    }

    /// Works with the file; a panic of the database is damage of the file.
    fn guarded<T>(&self, work: impl FnOnce() -> Result<T, StoreError>) -> Result<T, StoreError> {
        let panicked =
            || Err(StoreError::damaged(&self.path, "the database cannot make sense of it"));
        guard::guarded(work).unwrap_or_else(panicked)
    }

    /// Refuses what is plainly no store before the database looks at it.
    fn look_first(&self) -> Result<(), StoreError> {
        let failed = |error: std::io::Error| StoreError::io(&self.path, &error);
        let about = std::fs::metadata(&self.path).map_err(failed)?;
        if about.is_file() && about.len() == 0 {
            return Err(StoreError::unfinished(&self.path));
        }
        if !about.is_file() || about.len() < LEAST_BYTES {
            return Err(StoreError::none(&self.path));
        }
        let mut magic = [0; MAGIC_BYTES];
        File::open(&self.path).and_then(|mut file| file.read_exact(&mut magic)).map_err(failed)?;
        match magic == [0; MAGIC_BYTES] {
            true => Err(StoreError::unfinished(&self.path)),
            false => Ok(()),
        }
    }

    /// Tries again while another process uses the file.
    fn patiently<T>(&self, open: impl Fn() -> Result<T, DatabaseError>) -> Result<T, StoreError> {
        let started = Instant::now();
        loop {
            match open() {
                Ok(opened) => return Ok(opened),
                Err(DatabaseError::DatabaseAlreadyOpen) if started.elapsed() < self.patience => {
                    std::thread::sleep(PAUSE);
                }
                Err(error) => return Err(self.error(error.into())),
            }
        }
    }

    /// An error of the database in our words.
    fn error(&self, error: Error) -> StoreError {
        let path = &self.path;
        match error {
            Error::DatabaseAlreadyOpen => StoreError::busy(path, self.patience),
            Error::Io(error) if error.kind() == ErrorKind::InvalidData => StoreError::none(path),
            Error::Io(error) => StoreError::io(path, &error),
            Error::Corrupted(how) if how == OTHER_VERSION => {
                let problem = "it is of another version";
                StoreError::new(path, problem, &format!("version {VERSION} of the format"))
            }
            Error::UpgradeRequired(_) => {
                let problem = "its database is of another version";
                StoreError::new(path, problem, &format!("version {VERSION} of the format"))
            }
            Error::Corrupted(how) if how == NO_TABLES => StoreError::unfinished(path),
            Error::TableDoesNotExist(_) | Error::TableTypeMismatch { .. } => StoreError::none(path),
            Error::Corrupted(how) => StoreError::damaged(path, &how),
            other => StoreError::damaged(path, &other.to_string()),
        }
    }
}

/// So many facts are merged in one transaction.
const MERGED_AT_ONCE: usize = 10_000;

/// The names of errors of ours among those of the database.
const OTHER_VERSION: &str = "another version";
const NO_TABLES: &str = "no tables";

fn wrong_entry() -> Error {
    Error::Corrupted("an entry has a wrong checksum".to_string())
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE);
    builder
}

type Entries<'a> = Table<'a, &'static [u8], &'static [u8]>;

/// Can a file with this error of the system be read, although it cannot be written?
fn is_of_writing(error: &std::io::Error) -> bool {
    !matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::NotFound)
}

fn read_in<T>(
    database: &dyn ReadableDatabase,
    work: impl FnOnce(&ReadTransaction) -> Result<T, Error>,
) -> Result<T, Error> {
    let open = database.begin_read()?;
    check(&open)?;
    work(&open)
}

fn write_in<T>(
    database: &Database,
    work: impl FnOnce(&mut Entries<'_>, &mut Entries<'_>) -> Result<T, Error>,
) -> Result<T, Error> {
    let mut change = database.begin_write()?;
    // A reader after a kill finds the file in order.
    change.set_quick_repair(true);
    let done = work(&mut change.open_table(ENTRIES)?, &mut change.open_table(ASIDE)?)?;
    change.commit()?;
    Ok(done)
}

/// Is this a store of this version?
fn check(open: &ReadTransaction) -> Result<(), Error> {
    if open.list_tables()?.next().is_none() {
        return Err(Error::Corrupted(NO_TABLES.to_string()));
    }
    let about = open.open_table(ABOUT)?;
    let format = about.get("format")?;
    let format = format.as_ref().map(|text| text.value()).unwrap_or_default();
    match format.strip_prefix(KIND).map(str::trim) {
        Some(version) if version == VERSION.to_string() => Ok(()),
        Some(_) => Err(Error::Corrupted(OTHER_VERSION.to_string())),
        None => Err(TableError::TableDoesNotExist("about".to_string()).into()),
    }
}

/// Adds a fact to the table of entries, or sets it aside with what it contradicts.
fn add(
    entries: &mut Entries<'_>,
    aside: &mut Entries<'_>,
    place: &Place,
    class: u128,
    fact: &Fact,
    added: &mut Added,
) -> Result<(), StorageError> {
    let key = place.key();
    if aside.get(&key[..])?.is_some() {
        added.refused += 1;
        return Ok(());
    }
    let wrong = || StorageError::Corrupted("an entry has a wrong checksum".to_string());
    let known = match entries.get(&key[..])? {
        Some(value) => Record::decode(&key, value.value()).ok_or_else(wrong)?,
        None => Record { class, facts: Vec::new() },
    };
    let mut facts = known.facts;
    if facts.iter().any(|known| known.contradicts(fact)) {
        facts.push(fact.clone());
        let value = Record { class, facts: facts.clone() }.encode(&key);
        aside.insert(&key[..], &value[..])?;
        entries.remove(&key[..])?;
        added.contradictions.push(Contradiction { place: place.clone(), facts });
        return Ok(());
    }
    if facts.iter().any(|known| known.implies(fact)) {
        return Ok(());
    }
    facts.retain(|known| !fact.implies(known));
    facts.push(fact.clone());
    added.facts += 1;
    let value = Record { class, facts }.encode(&key);
    entries.insert(&key[..], &value[..])?;
    Ok(())
}
