//! Model files: a network with its game, its planes and the record of its training.
//!
//! `docs/networks.md` has the format byte by byte. Whatever a file holds, reading it gives a model
//! whose numbers are finite and whose sizes are in range, or an error that says what was found and
//! expected. No memory is asked for before the file has shown that it is long enough.

mod error;
mod file;
mod read;

use crate::int8::{byte_of, scale_of};
use crate::parameters::Parameters;
use crate::shape::{Part, Tensor};
use std::fmt;

pub use error::ModelError;
pub use file::{FileError, FileProblem};

/// The bytes at the start of a model file.
pub const MAGIC: &[u8; 8] = b"ANDORNET";

/// The version of the format.
pub const VERSION: u16 = 1;

/// The most bytes of a text.
const LONGEST_TEXT: usize = 1 << 20;

/// A network with everything that its use needs.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// The name of the game.
    pub game: String,
    /// The rules of the game, as text.
    pub rules: String,
    /// The version of the meaning of the planes.
    pub planes_version: u16,
    /// What the two heads mean.
    pub target: Target,
    /// How the network was trained, as text.
    pub record: String,
    /// The network.
    pub parameters: Parameters,
    /// The scales of activations for [`Network::bytes`](crate::Network::bytes), if they were
    /// calibrated.
    pub scales: Option<Vec<f32>>,
}

/// What the two heads of a network mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Costs of proofs: logarithms of sizes.
    Costs,
    /// Chances of outcomes.
    Outcome,
}

/// How tensors are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// All numbers exactly.
    F32,
    /// Weights in the 16 upper bits of `f32`, biases exactly.
    Bf16,
    /// Weights of convolutions in bytes with a scale for each output, everything else exactly.
    Int8,
}

/// What a network is for. Networks of the same subject can replace each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The name of the game.
    pub game: String,
    /// The rules of the game, as text.
    pub rules: String,
    /// Columns and rows of the board.
    pub board: (usize, usize),
    /// Moves that are no point.
    pub extra_moves: usize,
    /// The number of planes.
    pub planes: usize,
    /// The version of the meaning of the planes.
    pub planes_version: u16,
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Subject { game, rules, board: (width, height), extra_moves, planes, planes_version } =
            self;
        write!(
            f,
            "{game} {width}x{height} with the rules \"{rules}\", {extra_moves} extra moves and {planes} \
             planes of version {planes_version}"
        )
    }
}

impl Model {
    /// What the network is for.
    #[must_use]
    pub fn subject(&self) -> Subject {
        let shape = self.parameters.shape();
        Subject {
            game: self.game.clone(),
            rules: self.rules.clone(),
            board: (shape.width, shape.height),
            extra_moves: shape.extra_moves,
            planes: shape.planes,
            planes_version: self.planes_version,
        }
    }

    /// Is the network for this? Otherwise the error names both subjects.
    pub fn check_subject(&self, expected: &Subject) -> Result<(), ModelError> {
        let found = self.subject();
        if found == *expected {
            return Ok(());
        }
        Err(ModelError::Subject { found: Box::new(found), expected: Box::new(expected.clone()) })
    }

    /// The bytes of a file, or why there can be none.
    pub fn encode(&self, encoding: Encoding) -> Result<Vec<u8>, ModelError> {
        let shape = self.parameters.shape();
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([shape.width as u8, shape.height as u8]);
        bytes.extend((shape.planes as u16).to_le_bytes());
        bytes.extend(self.planes_version.to_le_bytes());
        bytes.extend([shape.extra_moves as u8, shape.blocks as u8]);
        bytes.extend((shape.filters as u16).to_le_bytes());
        bytes.extend((shape.bins as u16).to_le_bytes());
        bytes.push(match self.target {
            Target::Costs => 0,
            Target::Outcome => 1,
        });
        for text in [&self.game, &self.rules, &self.record] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes.push(u8::from(self.scales.is_some()));
        if let Some(scales) = &self.scales {
            if scales.len() != shape.layers() - 1 {
                let (found, expected) = (4 * scales.len(), 4 * (shape.layers() - 1));
                let what = "scales of activations".to_string();
                return Err(ModelError::Length { what, found, expected });
            }
            push_floats(&mut bytes, scales);
        }
        for tensor in shape.tensors() {
            let values = &self.parameters.values()[tensor.range()];
            check_finite(tensor.part, values)?;
            push_tensor(&mut bytes, &tensor, values, encoding);
        }
        let checksum = crc32(&bytes);
        bytes.extend(checksum.to_le_bytes());
        // Texts that are too long and scales that are not positive show themselves here.
        Model::decode(&bytes)?;
        Ok(bytes)
    }
}

fn check_finite(part: Part, values: &[f32]) -> Result<(), ModelError> {
    match values.iter().find(|value| !value.is_finite()) {
        None => Ok(()),
        Some(&found) => {
            let expected = "finite numbers";
            Err(ModelError::Number { what: part.to_string(), found, expected })
        }
    }
}

fn push_floats(bytes: &mut Vec<u8>, values: &[f32]) {
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
}

fn push_tensor(bytes: &mut Vec<u8>, tensor: &Tensor, values: &[f32], encoding: Encoding) {
    let is_convolution = matches!(tensor.part, Part::Convolution(_));
    match encoding {
        Encoding::Int8 if is_convolution => {
            bytes.push(2);
            let column = |output: usize| values[output..].iter().copied().step_by(tensor.outputs);
            let scales: Vec<f32> =
                (0..tensor.outputs).map(|output| scale_of(column(output))).collect();
            push_floats(bytes, &scales);
            let scaled = values.iter().zip(scales.iter().cycle());
            bytes.extend(scaled.map(|(&value, &scale)| byte_of(value, scale) as u8));
        }
        Encoding::Bf16 if !tensor.is_bias() => {
            bytes.push(1);
            bytes.extend(values.iter().flat_map(|&value| bf16(value).to_le_bytes()));
        }
        _ => {
            bytes.push(0);
            push_floats(bytes, values);
        }
    }
}

/// The upper half of the nearest number whose lower 16 bits are zero; ties go to the even one.
fn bf16(value: f32) -> u16 {
    const LARGEST: f32 = f32::from_bits(0x7f7f_0000);
    let bits = value.clamp(-LARGEST, LARGEST).to_bits();
    ((bits + 0x7fff + (bits >> 16 & 1)) >> 16) as u16
}

/// The checksum CRC-32 of some bytes, as in gzip.
#[must_use]
pub fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let mut value = byte as u32;
            let mut bit = 0;
            while bit < 8 {
                value = value >> 1 ^ if value & 1 == 1 { 0xedb8_8320 } else { 0 };
                bit += 1;
            }
            table[byte] = value;
            byte += 1;
        }
        table
    };
    !bytes.iter().fold(!0, |sum, &byte| sum >> 8 ^ TABLE[(sum as u8 ^ byte) as usize])
}
